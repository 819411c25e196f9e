package dev.interlock.server.gate;

/// A probe's text, short enough for a report. Two long probes may differ only at their ends, so
/// both ends are kept.
///
/// Thread: any, pure.
final class Shortened {
  private static final int WHOLE = 240;
  private static final int HEAD = 160;
  private static final int TAIL = 60;

  private Shortened() {}

  static String of(String text) {
    int length = text.codePointCount(0, text.length());
    if (length <= WHOLE) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, HEAD))
        + " […] "
        + text.substring(text.offsetByCodePoints(text.length(), -TAIL));
  }
}
