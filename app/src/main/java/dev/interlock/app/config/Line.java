package dev.interlock.app.config;

/// `file:line: key: text`, leaving out what there is none of.
final class Line {
  static String of(String file, int line, String key, String text) {
    var place = line > 0 ? file + ":" + line : file;
    return place + ": " + (key.isEmpty() ? "" : key + ": ") + text;
  }

  private Line() {}
}
