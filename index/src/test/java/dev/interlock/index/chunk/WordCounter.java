package dev.interlock.index.chunk;

import dev.interlock.core.embed.TokenCounter;

/// A token for each word between blanks.
record WordCounter() implements TokenCounter {
  @Override
  public int count(String text) {
    int words = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      boolean blank = Character.isWhitespace(text.charAt(i));
      words += !blank && !inside ? 1 : 0;
      inside = !blank;
    }
    return words;
  }

  @Override
  public boolean exact() {
    return true;
  }
}
