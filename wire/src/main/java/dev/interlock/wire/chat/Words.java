package dev.interlock.wire.chat;

import dev.interlock.wire.openai.Surrogates;
import java.util.regex.Pattern;

/// An engine's or a library's own words, made fit for people: one line, no secrets, not too long.
///
/// Thread: any, pure.
final class Words {
  private static final int LONGEST = 240;
  private static final Pattern GAPS = Pattern.compile("[\\s\\p{Cntrl}]+");
  private static final Pattern SECRET =
      Pattern.compile("(?i)\\b(?:bearer\\s+|(?:sk|pk|key|token)[-_])[A-Za-z0-9._~+/=-]{8,}");

  private Words() {}

  static String of(String text) {
    var line = SECRET.matcher(GAPS.matcher(text).replaceAll(" ").strip()).replaceAll("[removed]");
    var whole = Surrogates.replaceLone(line);
    if (whole.length() <= LONGEST) {
      return whole;
    }
    int end = LONGEST - 1;
    return whole.substring(0, Character.isHighSurrogate(whole.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }
}
