package dev.interlock.app.cli;

import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `interlock ledger`.
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = "Show what was asked, who served, and how it ended: each attempt is a row.",
    footer = {
      "",
      "Tokens with ~ are an estimate. Times are this machine's.",
      "Exit codes: 0 shown, 1 refused (the reason is told), 2 usage, 4 no server.",
      "",
      "Examples:",
      "  interlock ledger --last 5 --ending failed",
      "  interlock ledger req_0c5k1m2n"
    })
final class LedgerCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "REQUEST-ID",
      arity = "0..1",
      description = "One request with all its attempts, by an answer's x-interlock-request-id.")
  private @Nullable String id;

  @Mixin private LedgerOptions filters = new LedgerOptions();

  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    var console = Console.system();
    try (var server = options.remote()) {
      var answer = server.need(server.get("/api/v1/ledger" + path()));
      if (options.json()) {
        console.out().println(RemoteServer.pretty(answer));
      } else {
        print(console, answer);
      }
      return Exit.OK;
    }
  }

  private String path() {
    var query = filters.query();
    if (id == null) {
      return query;
    }
    if (!query.isEmpty()) {
      throw new CommandFailure(Exit.USAGE, "a request is named, so no filter may stand beside it");
    }
    if (!id.matches("[A-Za-z0-9_.-]+")) {
      throw new CommandFailure(Exit.USAGE, "'%s' is no request id".formatted(id));
    }
    return "/" + id;
  }

  private static void print(Console console, JsonNode answer) {
    var attempts = answer.path("attempts");
    var state = answer.path("state").asString("");
    if (!state.isEmpty() && attempts.isEmpty()) {
      console
          .out()
          .printf(
              "%s  %s: %s%n",
              answer.path("requestId").asString(), state, answer.path("reason").asString());
      return;
    }
    if (attempts.isEmpty()) {
      console.out().println("No attempt that fits.");
    } else {
      console.out().print(table(console, attempts));
      reasons(console, attempts);
    }
    gaps(console, answer);
  }

  private static String table(Console console, JsonNode attempts) {
    var table =
        new TextTable(
            "TIME",
            "REQUEST",
            "WHO",
            "KIND",
            "ASKED",
            "SERVED BY",
            "ENDING",
            "MS",
            "TOKENS",
            "COST");
    for (var attempt : attempts) {
      var text = new AttemptText(attempt, ZoneId.systemDefault());
      table.row(
          text.day(),
          text.request(),
          text.who(),
          text.text("kind"),
          text.text("requested"),
          text.servedBy(),
          text.text("ending"),
          text.millis(),
          text.tokens(),
          text.dollars());
    }
    return table.render(console);
  }

  private static void reasons(Console console, JsonNode attempts) {
    for (var attempt : attempts) {
      var text = new AttemptText(attempt, ZoneId.systemDefault());
      if (!text.text("reason").isEmpty()) {
        console.out().printf("%n%s: %s%n", text.request(), text.text("reason"));
      }
    }
  }

  /// What is not there is told beside what is.
  private static void gaps(Console console, JsonNode answer) {
    gap(console, answer, "dropped", "rows were dropped, since the disk could not keep up");
    gap(console, answer, "lost", "requests have no row, since the server was ended by force");
    gap(console, answer, "lostOrUnused", "ids more were lost with it, or never used");
  }

  private static void gap(Console console, JsonNode answer, String field, String words) {
    if (answer.path(field).asLong() > 0) {
      console.err().printf("%d %s.%n", answer.path(field).asLong(), words);
    }
  }
}
