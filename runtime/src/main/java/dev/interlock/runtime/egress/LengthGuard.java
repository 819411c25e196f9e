package dev.interlock.runtime.egress;

import dev.interlock.core.embed.TokenCounter;
import java.util.regex.Pattern;

/// Tells texts that a route takes whole from those that it does not, and from those where only the
/// engine knows.
///
/// Thread: any, pure.
record LengthGuard(TokenCounter counter, int maxTokens) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /// How a text's length stands to the limit.
  enum Length {
    FITS,
    /// Longer for certain: it is never sent.
    TOO_LONG,
    /// Perhaps longer: sent alone, and a silent cut is looked for.
    DOUBTFUL
  }

  Length of(String text) {
    int tokens = counter.count(text);
    if (tokens <= maxTokens) {
      return Length.FITS;
    }
    return counter.exact() || words(text) > maxTokens ? Length.TOO_LONG : Length.DOUBTFUL;
  }

  /// A word is at least one token for every encoder that we know.
  private static long words(String text) {
    return BLANKS.splitAsStream(text).filter(w -> !w.isEmpty()).count();
  }

  /// The text without its last twentieth: an engine that gives both the same vector has not read
  /// the end.
  static String head(String text) {
    int cut = text.length() - Math.max(1, text.length() / 20);
    return text.substring(0, Character.isHighSurrogate(text.charAt(cut - 1)) ? cut - 1 : cut);
  }
}
