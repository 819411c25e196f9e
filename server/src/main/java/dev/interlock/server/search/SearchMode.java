package dev.interlock.server.search;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Which of the two searches are run.
public enum SearchMode {
  HYBRID,
  VECTOR,
  LEXICAL;

  /// The word in requests and answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The mode of that word, empty if there is none.
  public static Optional<SearchMode> of(String word) {
    return Arrays.stream(values()).filter(m -> m.word().equals(word)).findFirst();
  }
}
