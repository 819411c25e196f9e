package dev.interlock.server.routes;

import dev.interlock.server.routes.RouteMap.Entry;
import dev.interlock.server.routes.RouteMap.Path;
import dev.interlock.server.routes.RouteMap.Way;
import dev.interlock.server.routes.SvgSheet.Box;
import dev.interlock.server.routes.SvgSheet.Look;
import java.util.List;
import java.util.stream.Collectors;

/// Draws the map: below each name a stem with its routes, the normal path solid, fallbacks dotted,
/// who may not serve crossed out with the reason (B6). Thread: any, pure.
public final class RouteMapSvg {
  private static final int LEFT = 16;
  private static final int RIGHT = SvgSheet.WIDTH - LEFT;
  private static final int STEM = 36;
  private static final int ROUTE = 84;
  private static final int ROUTE_WIDTH = 200;
  private static final int HOST = 312;
  private static final int TWO_LINES = 52;
  private static final int NAME_HEIGHT = 34;
  private static final int PADDING = 10;
  private static final int LINE = 20;
  private static final int MOST_LINES = 3;

  private final SvgSheet sheet = new SvgSheet();

  private RouteMapSvg() {}

  /// The map as an SVG file in ASCII.
  public static String of(RouteMap map) {
    return new RouteMapSvg().drawn(map);
  }

  private String drawn(RouteMap map) {
    int y = LEFT;
    for (var entry : map.entries()) {
      y = entry(entry, y) + 28;
    }
    if (map.entries().isEmpty()) {
      sheet.text(LEFT, 40, Look.DIM, "Nothing can be asked for: no role and no profile.");
    } else {
      legend(y);
    }
    return sheet.svg("Route map", described(map));
  }

  /// The map in sentences, for who can't see it.
  private static String described(RouteMap map) {
    return map.entries().stream()
        .map(
            entry ->
                "%s, asked by %s: %s."
                    .formatted(
                        entry.name(),
                        String.join(", ", entry.callers()),
                        entry.ways().isEmpty()
                            ? "no route"
                            : entry.ways().stream()
                                .map(RouteMapSvg::described)
                                .collect(Collectors.joining("; "))))
        .collect(Collectors.joining(" "));
  }

  private static String described(Way way) {
    return "%s %s to %s, %s (%s), %s"
        .formatted(
            way.path() == Path.NORMAL ? "normal path" : "fallback",
            way.route(),
            way.target().model(),
            way.target().host(),
            way.price(),
            way.said());
  }

  private int entry(Entry entry, int top) {
    sheet.open(entry.name());
    sheet.text(LEFT, top + 16, Look.DIM, String.join(", ", entry.callers()));
    sheet.textBefore(RIGHT, top + 16, entry.rule());
    sheet.line("", "M%d,%dV%d".formatted(STEM, top + 24, top + 36));
    sheet.headDown(STEM, top + 42);
    var name = node(LEFT, top + 42, entry.name());
    entry.table().ifPresent(table -> table(name, table));
    int from = name.y() + NAME_HEIGHT;
    if (entry.ways().isEmpty()) {
      sheet.text(STEM, from + 24, Look.NEVER, "no route is configured for it");
    }
    for (var way : entry.ways()) {
      from = way(way, from);
    }
    sheet.shut();
    return sheet.bottom();
  }

  private Box node(int x, int y, String words) {
    var shown = SvgText.fitted(words, room(300, SvgSheet.LARGE));
    int width = SvgText.width(shown) * SvgSheet.LARGE / 100 + 2 * PADDING;
    var box = new Box(x, y, width, NAME_HEIGHT);
    sheet.box(box);
    sheet.text(x + PADDING, y + 23, Look.NAME, shown);
    return box;
  }

  private void table(Box name, String table) {
    arrow("", name.right(), name.middle(), name.right() + 36);
    node(name.right() + 36, name.y(), "table " + table);
  }

  private void arrow(String classes, int from, int y, int to) {
    sheet.line(classes, "M%d,%dH%d".formatted(from, y, to - 8));
    sheet.headRight(classes.replace("fallback", "").strip(), to, y);
  }

  /// @param from where the stem has come to
  /// @return where it has come to now
  private int way(Way way, int from) {
    int top = Math.max(from, sheet.bottom()) + 14;
    var route = new Box(ROUTE, top, ROUTE_WIDTH, TWO_LINES);
    var host = new Box(HOST, top, RIGHT - HOST, TWO_LINES);
    sheet.open(described(way));
    var path = way.path() == Path.NORMAL ? "" : "fallback ";
    sheet.line(path.strip(), "M%d,%dV%d".formatted(STEM, from, route.middle()));
    edge(way, path, route.middle());
    labels(route, Look.NAME, List.of(way.route(), way.target().model()));
    arrow("", route.right(), route.middle(), host.x());
    var target = way.target();
    labels(host, Look.PLAIN, List.of(target.host(), target.kind() + ", " + way.price()));
    reason(way, top + TWO_LINES);
    sheet.shut();
    return route.middle();
  }

  private void edge(Way way, String path, int y) {
    var classes = path + way.serves().word();
    switch (way.serves()) {
      case NOW, LATER -> arrow(classes, STEM, y, ROUTE);
      case NEVER -> {
        sheet.line(classes, "M%d,%dH%d".formatted(STEM, y, ROUTE - 20));
        sheet.cross(ROUTE - 11, y);
      }
    }
  }

  private void labels(Box box, Look first, List<String> lines) {
    sheet.box(box);
    int room = box.width() - 2 * PADDING;
    int size = first == Look.NAME ? SvgSheet.LARGE : SvgSheet.SMALL;
    int x = box.x() + PADDING;
    sheet.text(x, box.y() + 21, first, SvgText.fitted(lines.getFirst(), room(room, size)));
    var second = SvgText.fitted(lines.getLast(), room(room, SvgSheet.SMALL));
    sheet.text(x, box.y() + 42, Look.DIM, second);
  }

  private void reason(Way way, int top) {
    var look =
        switch (way.serves()) {
          case NOW -> Look.NOW;
          case LATER -> Look.LATER;
          case NEVER -> Look.NEVER;
        };
    int baseline = top;
    int room = room(RIGHT - ROUTE, SvgSheet.SMALL);
    for (var line : SvgText.wrapped(way.said(), room, MOST_LINES)) {
      baseline += LINE;
      sheet.text(ROUTE, baseline, look, line);
    }
  }

  /// A width in hundredths of a font's size.
  private static int room(int width, int size) {
    return width * 100 / size;
  }

  private void legend(int top) {
    int y = top + 4;
    sheet.line("", "M%d,%dH%d".formatted(LEFT, y, LEFT + 32));
    sheet.text(LEFT + 40, y + 5, Look.DIM, "normal path");
    sheet.line("fallback", "M%d,%dH%d".formatted(176, y, 176 + 32));
    sheet.text(216, y + 5, Look.DIM, "fallback");
    sheet.cross(338, y);
    sheet.text(352, y + 5, Look.DIM, "may not serve");
  }
}
