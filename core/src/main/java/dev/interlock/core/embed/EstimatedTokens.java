package dev.interlock.core.embed;

/// A cautious estimate from characters alone.
record EstimatedTokens() implements TokenCounter {
  @Override
  public int count(String text) {
    int ascii = 0;
    int other = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < 0x80) {
        ascii++;
      } else {
        other++;
      }
    }
    return (ascii + 1) / 2 + other;
  }

  @Override
  public boolean exact() {
    return false;
  }
}
