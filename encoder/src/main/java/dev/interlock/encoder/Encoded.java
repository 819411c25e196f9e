package dev.interlock.encoder;

/// What the model made of one text.
sealed interface Encoded {

  /// The text's vector.
  ///
  /// @param values 384 components, length 1
  /// @param tokens of the text, without `[CLS]` and `[SEP]`
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Vector(float[] values, int tokens) implements Encoded {}

  /// More tokens than the model has places for. Nothing was computed.
  record TooLong(int tokens) implements Encoded {}

  /// The engine failed on this text.
  record Broken(String message) implements Encoded {}
}
