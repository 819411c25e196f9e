package dev.interlock.server.routes;

import java.util.Locale;

/// A sheet that is drawn on from top to bottom: boxes, lines and text, coloured by classes, in
/// light and dark. It loads nothing from elsewhere. Thread: one.
final class SvgSheet {
  /// Units across. Letters of 15 units are still read when it is shown 400 pixels wide.
  static final int WIDTH = 560;

  /// Size of small letters.
  static final int SMALL = 15;

  /// Size of a name's letters, which are 17 units and bold, as if they were not bold.
  static final int LARGE = 19;

  private static final String STYLE =
      """
      <style>
      svg{max-width:100%;height:auto;\
      --page:#ffffff;--box:#f6f8fa;--rim:#c4ccd4;--ink:#1f2328;--dim:#59636e;\
      --now:#1a7f37;--later:#8a5c00;--never:#cf222e}
      @media (prefers-color-scheme:dark){svg{\
      --page:#0d1117;--box:#1a212b;--rim:#4a525c;--ink:#f0f6fc;--dim:#a2abb5;\
      --now:#3fb950;--later:#d9a21b;--never:#ff6a61}}
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      font-size:15px;fill:var(--ink)}
      .page{fill:var(--page)}
      .box{fill:var(--box);stroke:var(--rim)}
      .name{font-size:17px;font-weight:600}
      .dim{fill:var(--dim)}
      .line{fill:none;stroke:var(--dim);stroke-width:2}
      .fallback{stroke-dasharray:0.1 6;stroke-linecap:round;stroke-width:3}
      .now{stroke:var(--now)}.later{stroke:var(--later)}.never{stroke:var(--never)}
      text.now{fill:var(--now);stroke:none}text.later{fill:var(--later);stroke:none}\
      text.never{fill:var(--never);stroke:none}
      .head{fill:var(--dim);stroke:none}.head.now{fill:var(--now)}.head.later{fill:var(--later)}
      </style>
      """;

  private final StringBuilder drawn = new StringBuilder();
  private int bottom;

  /// A rectangle in units.
  record Box(int x, int y, int width, int height) {
    int right() {
      return x + width;
    }

    int middle() {
      return y + height / 2;
    }
  }

  /// What of a text's line a class says: how it looks.
  enum Look {
    PLAIN(""),
    NAME("name"),
    DIM("dim"),
    NOW("now"),
    LATER("later"),
    NEVER("never");

    private final String style;

    Look(String style) {
      this.style = style;
    }
  }

  /// A line of text from its left end.
  void text(int x, int baseline, Look look, String words) {
    drawn.append(
        "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n"
            .formatted(x, baseline, look.style, SvgText.escaped(words)));
    reach(baseline + 6);
  }

  /// A line of text up to its right end.
  void textBefore(int right, int baseline, String words) {
    drawn.append(
        "<text x=\"%d\" y=\"%d\" class=\"dim\" text-anchor=\"end\">%s</text>\n"
            .formatted(right, baseline, SvgText.escaped(words)));
  }

  /// A node.
  void box(Box box) {
    drawn.append(
        "<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n"
            .formatted(box.x(), box.y(), box.width(), box.height()));
    reach(box.y() + box.height());
  }

  /// A line along a path of SVG.
  void line(String classes, String path) {
    drawn.append(
        "<path class=\"line %s\" d=\"%s\"/>\n".formatted(classes, path).replace(" \"", "\""));
  }

  /// The head of an arrow whose tip is there.
  void headRight(String classes, int x, int y) {
    head(classes, "M%d,%dl-10,-6v12z".formatted(x, y));
  }

  /// The head of an arrow that points down.
  void headDown(int x, int y) {
    head("", "M%d,%dl-6,-10h12z".formatted(x, y));
  }

  private void head(String classes, String path) {
    drawn.append(
        "<path class=\"head %s\" d=\"%s\"/>\n".formatted(classes, path).replace(" \"", "\""));
  }

  /// A cross.
  void cross(int x, int y) {
    drawn.append(
        "<path class=\"line never\" d=\"M%d,%dl10,10m0,-10l-10,10\"/>\n".formatted(x - 5, y - 5));
  }

  /// Begins what belongs together, with a title for pointers and screen readers.
  void open(String title) {
    drawn.append("<g><title>").append(SvgText.escaped(title)).append("</title>\n");
  }

  /// Ends it.
  void shut() {
    drawn.append("</g>\n");
  }

  private void reach(int y) {
    bottom = Math.max(bottom, y);
  }

  /// The lowest line that was drawn on.
  int bottom() {
    return bottom;
  }

  /// The whole file.
  String svg(String title, String description) {
    int height = bottom + 16;
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d"
                + " %d\" role=\"img\" aria-labelledby=\"t d\">\n",
            WIDTH,
            height,
            WIDTH,
            height)
        + "<title id=\"t\">%s</title>\n".formatted(SvgText.escaped(title))
        + "<desc id=\"d\">%s</desc>\n".formatted(SvgText.escaped(description))
        + STYLE
        + "<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n".formatted(WIDTH, height)
        + drawn
        + "</svg>\n";
  }
}
