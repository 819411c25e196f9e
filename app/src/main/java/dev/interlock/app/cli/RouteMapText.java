package dev.interlock.app.cli;

import dev.interlock.server.routes.RouteMap;
import dev.interlock.server.routes.RouteMap.Entry;
import dev.interlock.server.routes.RouteMap.Path;
import dev.interlock.server.routes.RouteMap.Way;
import java.util.List;
import java.util.function.ToIntFunction;

/// The route map in lines of text: solid arrows for normal paths, dotted ones for fallbacks. Arrows
/// are ASCII where nobody looks.
final class RouteMapText {
  private final Console console;
  private final RouteMap map;
  private final boolean drawn;

  RouteMapText(Console console, RouteMap map) {
    this.console = console;
    this.map = map;
    this.drawn = console.terminal() && console.out().charset().newEncoder().canEncode('─');
  }

  String render() {
    if (map.entries().isEmpty()) {
      return "Nothing can be asked for: no role and no profile.\n";
    }
    var text = new StringBuilder();
    for (var entry : map.entries()) {
      text.append(text.isEmpty() ? "" : "\n").append(head(entry));
      if (entry.ways().isEmpty()) {
        text.append(console.red("  no route is configured for it")).append('\n');
      }
      entry.ways().forEach(way -> text.append(line(way)));
    }
    return text.toString();
  }

  private String head(Entry entry) {
    var arrow = " " + arrow(Path.NORMAL) + "> ";
    return VisibleText.of(String.join(", ", entry.callers()))
        + arrow
        + console.bold(VisibleText.of(entry.name()))
        + entry.table().map(table -> arrow + "table " + VisibleText.of(table)).orElse("")
        + console.dim("  (%s)".formatted(VisibleText.of(entry.rule())))
        + "\n";
  }

  private String arrow(Path path) {
    return switch (path) {
      case NORMAL -> drawn ? "──" : "--";
      case FALLBACK -> drawn ? "··" : "..";
    };
  }

  private String line(Way way) {
    var tip =
        switch (way.serves()) {
          case NOW, LATER -> ">";
          case NEVER -> "x";
        };
    var cells =
        List.of(
            padded(VisibleText.of(way.route()), w -> VisibleText.of(w.route()).length()),
            padded(model(way), w -> model(w).length()),
            arrow(Path.NORMAL) + ">",
            padded(host(way), w -> host(w).length()),
            padded(kind(way), w -> kind(w).length()));
    return "  %s%s %s  %s\n".formatted(arrow(way.path()), tip, String.join("  ", cells), said(way));
  }

  private String said(Way way) {
    var words = VisibleText.of(way.said());
    return switch (way.serves()) {
      case NOW -> console.green(words);
      case LATER -> console.dim(words);
      case NEVER -> console.red(words);
    };
  }

  private static String model(Way way) {
    return VisibleText.of(way.target().model());
  }

  private static String host(Way way) {
    return VisibleText.of(way.target().host());
  }

  private static String kind(Way way) {
    return VisibleText.of(way.target().kind() + ", " + way.price());
  }

  /// As wide as the widest of its column, over the whole map.
  private String padded(String cell, ToIntFunction<Way> width) {
    int widest =
        map.entries().stream().flatMap(e -> e.ways().stream()).mapToInt(width).max().orElse(0);
    return cell + " ".repeat(widest - cell.length());
  }
}
