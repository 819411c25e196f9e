package dev.interlock.index.chunk;

import dev.interlock.core.embed.TokenCounter;

/// What a text weighs against the limits: its tokens, but never less than an eighth of its
/// characters, so that a word which the encoder knows only as "unknown" can't grow without end.
record Scale(TokenCounter counter) {
  private static final int CHARS_PER_TOKEN = 8;

  /// The weight of a text for a vector.
  int weigh(String text) {
    return Math.max(counter.count(text), text.length() / CHARS_PER_TOKEN);
  }

  /// The weight of a line of a text; its indent is for free where it is for the counter.
  ///
  /// @param first offset of its first character that is not blank
  int weighLine(String text, int from, int first, int to) {
    return Math.max(counter.count(text, from, to), (to - first) / CHARS_PER_TOKEN);
  }
}
