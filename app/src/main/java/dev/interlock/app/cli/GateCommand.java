package dev.interlock.app.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// `interlock gate`.
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = "Show every embedding route against its table: who may serve, and why not.",
    footer = {
      "",
      "The minimum cosine decides, never the mean. A refused route serves nothing.",
      "Exit codes: 0 shown, 4 no server."
    })
final class GateCommand implements Callable<Integer> {
  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    var console = Console.system();
    try (var server = options.remote()) {
      var answer = server.need(server.get("/api/v1/gate"));
      if (options.json()) {
        console.out().println(RemoteServer.pretty(answer));
      } else {
        print(console, answer);
      }
      return Exit.OK;
    }
  }

  private static void print(Console console, JsonNode answer) {
    var table =
        new TextTable(
            "TABLE",
            "ROUTE",
            "VERDICT",
            "GRADE",
            "MIN",
            "RELATIVE",
            "DISPLACED",
            "WIDTH",
            "TEXTS",
            "ENGINE");
    for (var row : answer.path("matrix")) {
      table.row(
          row.path("table").asString(),
          row.path("route").asString(),
          row.path("verdict").asString(),
          row.path("grade").asString("-"),
          figure(row, "minCosine"),
          figure(row, "relativeMin"),
          figure(row, "displacement"),
          row.path("dimension").isNumber() ? row.path("dimension").asString() : "-",
          row.path("textsServed").asString(),
          engine(row));
    }
    console.out().print(table.render(console));
    for (var row : answer.path("matrix")) {
      var reason = row.path("reason").asString("");
      if (!reason.isEmpty()) {
        console.out().printf("%n%s: %s%n", row.path("route").asString(), reason);
      }
      if (row.path("coverage").asString("").equals("reduced")) {
        console
            .out()
            .printf(
                "%n%s: coverage is reduced: a sole cloud route has no peer to be compared with%n",
                row.path("route").asString());
      }
    }
  }

  /// Dialect, identity and version, as far as they are known.
  private static String engine(JsonNode row) {
    var words =
        Stream.of("dialect", "identity", "engineVersion")
            .map(field -> row.path(field).asString(""))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining(" "));
    return words.isEmpty() ? "-" : words;
  }

  private static String figure(JsonNode row, String field) {
    return row.path(field).isNumber()
        ? String.format(Locale.ROOT, "%.4f", row.path(field).asDouble())
        : "-";
  }
}
