package dev.interlock.server.profiles;

/// Words of others in our headers and sentences. Thread: any, pure.
public final class Shown {
  private static final int LONGEST = 200;

  private Shown() {}

  /// Printable ASCII, not too long: what else a header may not hold, or a terminal should not.
  public static String line(String words) {
    return isLine(words) ? words : cut(words);
  }

  private static boolean isLine(String words) {
    if (words.length() > LONGEST) {
      return false;
    }
    for (int i = 0; i < words.length(); i++) {
      if (!plain(words.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static String cut(String words) {
    var line = new StringBuilder(Math.min(words.length(), LONGEST));
    for (int i = 0; i < words.length() && i < LONGEST; i++) {
      char c = words.charAt(i);
      line.append(plain(c) ? c : '?');
    }
    return line.toString();
  }

  private static boolean plain(char c) {
    return c >= ' ' && c <= '~';
  }
}
