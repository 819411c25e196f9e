package dev.interlock.server.profiles;

/// Words of others in our headers and sentences. Thread: any, pure.
public final class Shown {
  private static final int LONGEST = 200;

  private Shown() {}

  /// Printable ASCII, not too long: what else a header may not hold, or a terminal should not.
  public static String line(String words) {
    var line = new StringBuilder(Math.min(words.length(), LONGEST));
    for (int i = 0; i < words.length() && i < LONGEST; i++) {
      char c = words.charAt(i);
      line.append(c >= ' ' && c <= '~' ? c : '?');
    }
    return line.toString();
  }
}
