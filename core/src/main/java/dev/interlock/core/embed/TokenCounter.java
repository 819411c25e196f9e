package dev.interlock.core.embed;

/// Counts the tokens of a text as one encoder sees it, its special tokens left out.
///
/// Thread: any, several at once.
public interface TokenCounter {
  /// Tokens of the text, 0 or more. An estimate never undercounts ordinary text.
  int count(String text);

  /// Whether [#count] is the encoder's own number and not an estimate.
  boolean exact();

  /// Two characters a token, and a token for each character beyond ASCII: for engines that have no
  /// tokenizer that we can ask (design §10).
  static TokenCounter estimate() {
    return new EstimatedTokens();
  }
}
