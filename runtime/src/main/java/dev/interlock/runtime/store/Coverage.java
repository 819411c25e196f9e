package dev.interlock.runtime.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How much of the probe set stood behind a verdict.
public enum Coverage {
  /// Every probe in every mode.
  FULL,
  /// Only a part, such as the shorter probes of a table with few tokens.
  REDUCED;

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The coverage of that word, empty if there is none.
  public static Optional<Coverage> of(String word) {
    return Arrays.stream(values()).filter(c -> c.word().equals(word)).findFirst();
  }
}
