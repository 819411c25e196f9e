package dev.interlock.app.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `interlock gate`.
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = "Show every embedding route against its table: who may serve, and why not.",
    footer = {
      "",
      "The minimum cosine decides, never the mean. A refused route serves nothing.",
      "With --against: sends the table's probes to a server that is no route, tells whether it may"
          + " share the table and which text proves that it may not, and keeps nothing of it. As in"
          + " interlock gate --against code http://gpu1.lan:8080/v1",
      "Exit codes: 0 shown or admitted, 1 refused or not measurable, 2 usage, 4 no server."
    })
final class GateCommand implements Callable<Integer> {
  @ArgGroup(exclusive = false)
  private @Nullable Against against;

  @Option(
      names = "--repairs",
      paramLabel = "ID",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Show what became of rows that a route made since its last good check; with ID each row"
              + " of that repair.")
  private @Nullable String repairs;

  @Mixin private Options options = new Options();

  /// A server to try.
  static final class Against {
    @Option(
        names = "--against",
        paramLabel = "TABLE",
        required = true,
        description = "Try the server at URL against this table: code, docs or their role.")
    private String table = "";

    @Parameters(
        paramLabel = "URL",
        arity = "1",
        description = "The server's base, such as http://gpu1.lan:8080/v1.")
    private String url = "";

    @Option(
        names = "--model",
        paramLabel = "NAME",
        description = "The model to ask for (default: the only one that the server offers).")
    private @Nullable String model;

    @Option(
        names = "--dialect",
        paramLabel = "D",
        description = "How the server is spoken to (default: openai).")
    private @Nullable String dialect;

    @Option(
        names = "--cloud",
        description = "The address may stand outside your network; only the probes are sent there.")
    private boolean cloud;

    Map<String, Object> body() {
      var body = new LinkedHashMap<String, Object>();
      body.put("table", table);
      body.put("url", url);
      Optional.ofNullable(model).ifPresent(m -> body.put("model", m));
      Optional.ofNullable(dialect).ifPresent(d -> body.put("dialect", d));
      body.put("cloud", cloud);
      return body;
    }
  }

  @Override
  public Integer call() {
    if (repairs != null) {
      return repairs(repairs);
    }
    return Optional.ofNullable(against).map(this::tried).orElseGet(this::matrix);
  }

  private int repairs(String id) {
    var console = Console.system();
    try (var server = options.remote()) {
      var path = id.isEmpty() ? "/api/v1/repairs" : "/api/v1/repairs/" + id;
      var answer = server.need(server.get(path));
      if (options.json()) {
        console.out().println(RemoteServer.pretty(answer));
      } else {
        console.out().print(RepairsText.of(answer).render(console));
      }
      return Exit.OK;
    }
  }

  private int tried(Against who) {
    var console = Console.system();
    try (var server = options.remote()) {
      var reply = server.post("/api/v1/gate/against", who.body());
      if (!reply.good()) {
        throw new CommandFailure(reply.status() == 400 ? Exit.USAGE : Exit.FAILED, reply.error());
      }
      if (options.json()) {
        console.out().println(RemoteServer.pretty(reply.body()));
      } else {
        console.out().print(new TrialReport(console, reply.body()).render());
      }
      return reply.body().path("verdict").asString().equals("admitted") ? Exit.OK : Exit.FAILED;
    }
  }

  private int matrix() {
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
      doubt(console, row);
      var reason = row.path("reason").asString("");
      if (!reason.isEmpty()) {
        console.out().printf("%n%s: %s%n", row.path("route").asString(), reason);
      }
      CoverageText.of(row, row.path("route").asString()).ifPresent(console.out()::println);
    }
    for (var rest : answer.path("unvouched")) {
      console
          .out()
          .printf(
              "%n%s: %d rows of %s that no check vouches for yet%s%n",
              rest.path("route").asString(),
              rest.path("rows").asLong(),
              rest.path("table").asString(),
              rest.path("listed").asBoolean()
                  ? ""
                  : "; the role has this route no more as it was then, another one makes them"
                      + " again");
    }
  }

  private static void doubt(Console console, JsonNode row) {
    var repair = row.path("repair");
    if (repair.isObject()) {
      console
          .out()
          .printf(
              "%n%s: %d rows of %s since its last good check, on %s: %d embedded again, %d waiting,"
                  + " %d failed, %d gone%n",
              row.path("route").asString(),
              repair.path("rows").asLong(),
              row.path("table").asString(),
              repair.path("openedAt").asString(),
              repair.path("embedded").asLong(),
              repair.path("waiting").asLong(),
              repair.path("failed").asLong(),
              repair.path("gone").asLong());
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
