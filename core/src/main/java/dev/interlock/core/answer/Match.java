package dev.interlock.core.answer;

/// Whether the one that answered is the one that the route promises (B7).
public enum Match {
  /// One of the accepted spellings.
  MATCHED,
  /// Another model.
  MISMATCH,
  /// The answer names no model, which is a mismatch too unless its dialect never names one.
  ABSENT
}
