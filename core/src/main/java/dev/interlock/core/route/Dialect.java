package dev.interlock.core.route;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How an engine is spoken to (wire-formats §1, §4 to §7).
public enum Dialect {
  /// Any server that speaks the OpenAI API.
  OPENAI;

  /// The word in the file and in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The dialect of a word.
  public static Optional<Dialect> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word().equals(word)).findFirst();
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(Dialect::word).toList();
  }
}
