package dev.interlock.runtime.store;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Which rows of the ledger are wanted.
///
/// @param words the word that a column must hold
/// @param since the earliest start
/// @param last rows at the most, 1 or more
public record LedgerFilter(Map<Column, String> words, Optional<Instant> since, int last) {
  /// Columns that can be asked for by their word.
  public enum Column {
    KIND,
    ROUTE,
    /// The role or the profile.
    PURPOSE,
    PROJECT,
    CALLER,
    ENDING
  }

  public LedgerFilter {
    words = Map.copyOf(words);
  }
}
