package dev.interlock.core.embed;

/// What became of one text that was sent through the embedding door.
public sealed interface TextOutcome {
  /// A vector of length 1, of the table's width.
  record Embedded(float[] unit) implements TextOutcome {}

  /// No vector, and why.
  ///
  /// @param message one sentence for people
  record Failed(Fault fault, String message) implements TextOutcome {}
}
