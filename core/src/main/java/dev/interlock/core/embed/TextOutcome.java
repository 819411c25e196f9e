package dev.interlock.core.embed;

import dev.interlock.core.account.Hold;
import java.util.Optional;

/// What became of one text that was sent through the embedding door.
public sealed interface TextOutcome {
  /// A vector of length 1, of the table's width.
  record Embedded(float[] unit) implements TextOutcome {}

  /// No vector, and why.
  ///
  /// @param message one sentence for people
  /// @param hold why its account let nothing through, where that is the reason
  record Failed(Fault fault, String message, Optional<Hold> hold) implements TextOutcome {
    public Failed(Fault fault, String message) {
      this(fault, message, Optional.empty());
    }
  }
}
