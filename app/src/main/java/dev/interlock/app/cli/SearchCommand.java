package dev.interlock.app.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `interlock search`.
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = "Find code and documents by words and by meaning.",
    footer = {
      "",
      "Exit codes: 0 answered, 1 refused (the reason is told), 2 usage, 4 no server.",
      "",
      "Example:",
      "  interlock search \"how is an admission checked\" --limit 5"
    })
final class SearchCommand extends Asking {
  @Parameters(paramLabel = "QUERY", description = "Words, identifiers or a question.")
  private String query = "";

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "hybrid, vector or lexical (default: hybrid). Lexical needs no route.")
  private @Nullable String mode;

  @Option(names = "--project", paramLabel = "NAME", description = "Only this root.")
  private @Nullable String project;

  @Option(
      names = "--path",
      paramLabel = "GLOB",
      description = "Only matching paths, as in 'src/**/*.java'.")
  private @Nullable String path;

  @Option(names = "--language", paramLabel = "NAME", description = "Only this language.")
  private @Nullable String language;

  @Option(names = "--table", paramLabel = "NAME", description = "Only code or only docs.")
  private @Nullable String table;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "10",
      description = "Hits at the most, 1 to 100 (default: 10).")
  private int limit;

  @Override
  JsonNode ask(RemoteServer server) {
    return server.need(server.post("/api/v1/search", body()));
  }

  @Override
  void show(Console console, JsonNode answer) {
    new SearchPrinter(console).print(answer);
  }

  private Map<String, Object> body() {
    var body = new LinkedHashMap<String, Object>();
    body.put("query", query);
    body.put("limit", limit);
    put(body, "mode", mode);
    put(body, "project", project);
    put(body, "path", path);
    put(body, "language", language);
    put(body, "table", table);
    return body;
  }

  private static void put(Map<String, Object> body, String key, @Nullable String value) {
    if (value != null) {
      body.put(key, value);
    }
  }

  /// Hits for a person: where, what it is called, the lines, why it was found.
  private record SearchPrinter(Console console) {
    void print(JsonNode answer) {
      var hits = answer.path("hits");
      hits.forEach(this::hit);
      if (hits.isEmpty()) {
        console.out().println("Nothing found.");
      }
      footer(answer);
    }

    private void hit(JsonNode hit) {
      var where =
          "%s:%d-%d"
              .formatted(
                  hit.path("path").asString(),
                  hit.path("startLine").asInt(),
                  hit.path("endLine").asInt());
      var names =
          String.join(" › ", hit.path("names").valueStream().map(JsonNode::asString).toList());
      console
          .out()
          .println(
              console.bold(where)
                  + (names.isEmpty() ? "" : "  " + names)
                  + "  "
                  + console.dim("[" + hit.path("project").asString() + why(hit) + "]"));
      snippet(hit.path("snippet"));
      console.out().println();
    }

    private static String why(JsonNode hit) {
      return rank(hit, "lexical", "words") + rank(hit, "vector", "meaning");
    }

    private static String rank(JsonNode hit, String part, String word) {
      var rank = hit.path("parts").path(part).path("rank");
      return rank.isNumber() ? ", %s #%d".formatted(word, rank.asInt()) : "";
    }

    private void snippet(JsonNode snippet) {
      int line = snippet.path("startLine").asInt();
      for (var text : snippet.path("text").asString().lines().toList()) {
        var cut =
            text.length() > console.width() - 9
                ? text.substring(0, Math.max(1, console.width() - 10)) + "…"
                : text;
        console.out().println(console.dim("%6d".formatted(line++)) + "  " + cut);
      }
    }

    private void footer(JsonNode answer) {
      for (var space : answer.path("spaces")) {
        CoverageText.of(space, space.path("table").asString()).ifPresent(console.err()::println);
      }
      if (answer.path("partial").asBoolean()) {
        console
            .err()
            .printf(
                "A job is still running: %d of %d chunks can be found by meaning; words find all"
                    + " that was read.%n",
                answer.path("stored").asLong(), answer.path("expected").asLong());
      }
    }
  }
}
