package dev.interlock.runtime.store;

import java.util.Locale;

/// What became of a row in doubt.
public enum RowFate {
  /// Its vector was taken away, and no new one has come yet.
  WAITING,
  /// It has a new vector.
  EMBEDDED,
  /// It can't be embedded again; it stays without a vector.
  FAILED,
  /// The row itself is gone.
  GONE,
  /// Its vector was never written: the job that waited for it asks again.
  WITHHELD;

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
