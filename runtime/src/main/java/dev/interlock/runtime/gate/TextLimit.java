package dev.interlock.runtime.gate;

import dev.interlock.core.embed.TokenCounter;

/// How the texts of a table are measured and bounded, so that its encoder reads them whole.
///
/// @param counter counts as the table's builder does, or cautiously where it can't be asked any
///   more
/// @param maxTokens tokens of the longest text, prefixes left out
public record TextLimit(TokenCounter counter, int maxTokens) {
  /// A word that changes whenever files would be cut in another way.
  public String key() {
    return "%d/%s".formatted(maxTokens, counter.exact() ? "exact" : "estimated");
  }
}
