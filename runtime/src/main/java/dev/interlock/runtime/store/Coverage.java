package dev.interlock.runtime.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How much it is worth that a table's routes agree with its anchors (A5).
public enum Coverage {
  /// The anchors are a local route's, or one cloud provider's with which another can be compared.
  FULL,
  /// A sole cloud provider serves: it had no peer when the table was born.
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
