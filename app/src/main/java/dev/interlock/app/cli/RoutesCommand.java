package dev.interlock.app.cli;

import dev.interlock.server.routes.RouteMap;
import dev.interlock.server.routes.RouteMapSvg;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `interlock routes`.
@Command(
    name = "routes",
    mixinStandardHelpOptions = true,
    description =
        "Show the route map as it stands now: callers, the names that they ask for, the routes"
            + " behind them and their hosts. Sends nothing.",
    footer = {
      "",
      "--> is the normal path, ..> a fallback with its price, x may not serve, with the reason.",
      "Exit codes: 0 shown, 1 refused, 2 usage, 4 no server.",
      "",
      "Example:",
      "  interlock routes --format svg > map.svg"
    })
final class RoutesCommand extends Asking {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// How the map is printed.
  enum Format {
    TEXT,
    SVG,
    JSON;

    /// The word on the command line.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--format",
      paramLabel = "F",
      description = "How: ${COMPLETION-CANDIDATES} (default: text); json is the same as --json.")
  private Format format = Format.TEXT;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  JsonNode ask(RemoteServer server) {
    var given = spec.commandLine().getParseResult();
    if (given.hasMatchedOption("--json")
        && given.hasMatchedOption("--format")
        && format != Format.JSON) {
      throw new CommandFailure(
          Exit.USAGE, "--json and --format %s can't both hold; leave one out".formatted(format));
    }
    return server.need(server.get("/api/v1/routes"));
  }

  @Override
  void show(Console console, JsonNode answer) {
    switch (format) {
      case TEXT -> console.out().print(new RouteMapText(console, map(answer)).render());
      case SVG -> console.out().print(RouteMapSvg.of(map(answer)));
      case JSON -> console.out().println(RemoteServer.pretty(answer));
    }
  }

  private static RouteMap map(JsonNode answer) {
    try {
      return JSON.treeToValue(answer, RouteMap.class);
    } catch (JacksonException e) {
      throw new CommandFailure(
          Exit.FAILED, "the server's map can't be read: " + e.getOriginalMessage());
    }
  }
}
