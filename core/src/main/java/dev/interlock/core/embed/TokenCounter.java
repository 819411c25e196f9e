package dev.interlock.core.embed;

/// Counts the tokens of a text as one encoder sees it, its special tokens left out.
///
/// Thread: any, several at once.
public interface TokenCounter {
  /// Tokens of the text, 0 or more. An estimate never undercounts ordinary text.
  int count(String text);

  /// Tokens of a stretch of the text, as if it stood alone.
  default int count(String text, int from, int to) {
    return count(text.substring(from, to));
  }

  /// Told that many stretches of a text will be counted, so that what they have in common can be
  /// found at once. Changes no count.
  default void expect(String text) {}

  /// Whether [#count] is the encoder's own number and not an estimate.
  boolean exact();

  /// Two characters a token, and a token for each character beyond ASCII: for engines that have no
  /// tokenizer that we can ask (design §10).
  static TokenCounter estimate() {
    return new EstimatedTokens();
  }
}
