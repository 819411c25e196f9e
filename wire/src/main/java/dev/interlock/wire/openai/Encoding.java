package dev.interlock.wire.openai;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How the vectors of an answer are written: `encoding_format`.
public enum Encoding {
  /// JSON numbers.
  FLOAT,
  /// Little-endian float32 packed and written in the standard base64 alphabet.
  BASE64;

  /// The word on the wire: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The encoding of that word, in OpenAI's own spelling only.
  public static Optional<Encoding> of(String word) {
    return Arrays.stream(values()).filter(e -> e.word().equals(word)).findFirst();
  }
}
