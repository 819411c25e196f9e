package dev.interlock.it.chart;

import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Draws permits over time as an SVG that loads nothing from elsewhere, in light and dark: the
/// ceiling dashed, the limit as a line, calls under way as an area, the storm as a band, pauses as
/// bars at the bottom. Thread: any, pure.
final class PermitChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 380;
  private static final int LEFT = 48;
  private static final int RIGHT = WIDTH - 16;
  private static final int TOP = 56;
  private static final int BOTTOM = HEIGHT - 52;

  private static final String STYLE =
      """
      <style>
      svg{max-width:100%;height:auto;\
      --page:#ffffff;--rim:#d5dbe1;--ink:#1f2328;--dim:#59636e;\
      --limit:#0550ae;--use:#8ab4f0;--storm:#fde2df;--storm-ink:#b42318;--pause:#8a5c00}
      @media (prefers-color-scheme:dark){svg{\
      --page:#0d1117;--rim:#30363d;--ink:#f0f6fc;--dim:#a2abb5;\
      --limit:#79b8ff;--use:#2f5c92;--storm:#4a1f1d;--storm-ink:#ff8a80;--pause:#d9a21b}}
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      font-size:14px;fill:var(--ink)}
      .page{fill:var(--page)}.dim{fill:var(--dim)}
      .grid{stroke:var(--rim);stroke-width:1}
      .ceiling{fill:none;stroke:var(--dim);stroke-width:1.5;stroke-dasharray:6 5}
      .limit{fill:none;stroke:var(--limit);stroke-width:2.5}
      .use{fill:var(--use);stroke:none}
      .storm{fill:var(--storm)}text.storm{fill:var(--storm-ink)}
      .pause{fill:var(--pause)}
      </style>
      """;

  private final List<Sample> samples;
  private final double seconds;
  private final int most;

  private PermitChart(List<Sample> samples) {
    this.samples = samples;
    this.seconds = samples.getLast().seconds();
    this.most = samples.stream().mapToInt(Sample::ceiling).max().orElse(1);
  }

  /// The chart of a run.
  ///
  /// @param samples in the order of time, two or more
  /// @param stormFrom when the provider began to answer 429, in seconds
  /// @param stormTo when it ceased to
  static String of(List<Sample> samples, double stormFrom, double stormTo) {
    return new PermitChart(samples).drawn(stormFrom, stormTo);
  }

  private String drawn(double stormFrom, double stormTo) {
    var svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" \
        role="img">
        <title>Permits of an account through a storm of 429</title>
        <desc>%s</desc>
        %s<rect class="page" width="%d" height="%d"/>
        """
            .formatted(
                WIDTH, HEIGHT, WIDTH, HEIGHT, described(stormFrom, stormTo), STYLE, WIDTH, HEIGHT));
    svg.append(rect("storm", new Box(stormFrom, stormTo, TOP, BOTTOM)));
    svg.append(words("storm", new Spot(x(stormFrom), TOP - 8, "start"), "429 for every call"));
    grid(svg);
    svg.append(
        "<path class=\"use\" d=\"M%s,%dV%s%sV%dZ\"/>\n"
            .formatted(
                number(x(samples.getFirst().seconds())),
                BOTTOM,
                number(y(samples.getFirst().inFlight())),
                steps(Sample::inFlight),
                BOTTOM));
    svg.append(path("ceiling", Sample::ceiling));
    svg.append(path("limit", Sample::effective));
    pauses(svg);
    legend(svg);
    return svg.append("</svg>\n").toString();
  }

  private String described(double stormFrom, double stormTo) {
    int least = samples.stream().mapToInt(Sample::effective).min().orElse(0);
    return String.format(
        Locale.ROOT,
        "Of %d permits a storm from second %.0f to %.0f leaves %d; at second %.0f there are %d.",
        most,
        stormFrom,
        stormTo,
        least,
        seconds,
        samples.getLast().effective());
  }

  private void grid(StringBuilder svg) {
    for (int permits = 0; permits <= most; permits += 4) {
      svg.append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/>\n"
              .formatted(LEFT, RIGHT, number(y(permits)), number(y(permits))));
      svg.append(
          words("dim", new Spot(LEFT - 8, y(permits) + 5, "end"), Integer.toString(permits)));
    }
    for (int at = 0; at <= seconds; at += 60) {
      svg.append(words("dim", new Spot(x(at), BOTTOM + 22, "middle"), at + " s"));
    }
  }

  private void legend(StringBuilder svg) {
    svg.append(words("", new Spot(LEFT, 20, "start"), "permits"));
    svg.append("<line class=\"ceiling\" x1=\"150\" x2=\"186\" y1=\"15\" y2=\"15\"/>\n");
    svg.append(words("", new Spot(192, 20, "start"), "ceiling"));
    svg.append("<line class=\"limit\" x1=\"270\" x2=\"306\" y1=\"15\" y2=\"15\"/>\n");
    svg.append(words("", new Spot(312, 20, "start"), "may be out"));
    svg.append("<rect class=\"use\" x=\"412\" y=\"8\" width=\"36\" height=\"14\"/>\n");
    svg.append(words("", new Spot(454, 20, "start"), "are out"));
    svg.append("<rect class=\"pause\" x=\"532\" y=\"11\" width=\"36\" height=\"8\"/>\n");
    svg.append(words("", new Spot(574, 20, "start"), "pause"));
  }

  private void pauses(StringBuilder svg) {
    int from = 0;
    for (int i = 0; i < samples.size(); i++) {
      if (!samples.get(i).paused()) {
        if (from < i) {
          double begin = samples.get(from).seconds();
          svg.append(
              rect("pause", new Box(begin, samples.get(i).seconds(), BOTTOM + 28, BOTTOM + 36)));
        }
        from = i + 1;
      }
    }
  }

  /// A rectangle between two moments.
  private record Box(double from, double to, int top, int bottom) {}

  private String rect(String look, Box box) {
    return "<rect class=\"%s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\"/>\n"
        .formatted(
            look,
            number(x(box.from())),
            box.top(),
            number(x(box.to()) - x(box.from())),
            box.bottom() - box.top());
  }

  private String path(String look, ToIntFunction<Sample> value) {
    var first = samples.getFirst();
    return "<path class=\"%s\" d=\"M%s,%s%s\"/>\n"
        .formatted(
            look, number(x(first.seconds())), number(y(value.applyAsInt(first))), steps(value));
  }

  /// From the first sample on, each value holds until the next one.
  private String steps(ToIntFunction<Sample> value) {
    return samples.stream()
        .skip(1)
        .map(s -> "H%sV%s".formatted(number(x(s.seconds())), number(y(value.applyAsInt(s)))))
        .collect(Collectors.joining());
  }

  /// Where words stand, and which of their ends is there.
  private record Spot(double x, double y, String anchor) {}

  private static String words(String look, Spot spot, String text) {
    return "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(look, number(spot.x()), number(spot.y()), spot.anchor(), text);
  }

  private double x(double at) {
    return LEFT + at / seconds * (RIGHT - LEFT);
  }

  private double y(int permits) {
    return BOTTOM - (double) permits / most * (BOTTOM - TOP);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
