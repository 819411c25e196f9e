package dev.interlock.core.ledger;

import java.util.Locale;

/// Why this route and no other.
public enum Decision {
  /// The plan's first choice.
  PRIMARY,
  /// Another route answered in its place.
  FALLBACK,
  /// One of several that share the work.
  AGGREGATE;

  /// The word in headers and rows: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
