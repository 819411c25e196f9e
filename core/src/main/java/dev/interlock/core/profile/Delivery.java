package dev.interlock.core.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How a streamed answer reaches its caller.
public enum Delivery {
  /// As it comes; after the first content no other route can take over.
  STREAM,
  /// Only once it is whole, so that another route can take over until then.
  WHOLE;

  /// The word in the file: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The delivery of a word.
  public static Optional<Delivery> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(Delivery::word).toList();
  }
}
