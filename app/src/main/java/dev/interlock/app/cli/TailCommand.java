package dev.interlock.app.cli;

import java.time.ZoneId;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// `interlock tail`.
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description =
        "Show each attempt as it ends: who asked for what, who served, how it ended, why.",
    footer = {
      "",
      "Runs until Ctrl-C. With --json a line is one JSON object: an attempt, or {\"missed\": n}"
          + " where this reader was too slow.",
      "Exit codes: 0 ended by Ctrl-C or by the reader of a pipe; 4 no server, or it went away."
    })
final class TailCommand implements Callable<Integer> {
  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    var console = Console.system();
    var over = new AtomicBoolean();
    // Ctrl-C is how this command is meant to end, and a signal's own exit code says otherwise.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(console, over), "interrupted"));
    try (var server = options.remote()) {
      boolean wanted = server.follow("/api/v1/ledger/tail", (event, data) -> show(console, data));
      if (!wanted) {
        return Exit.OK;
      }
      throw new CommandFailure(Exit.NO_SERVER, "the server went away");
    } finally {
      over.set(true);
    }
  }

  private static void leave(Console console, AtomicBoolean over) {
    if (!over.get()) {
      console.out().flush();
      Runtime.getRuntime().halt(Exit.OK);
    }
  }

  /// Whether somebody still reads.
  private boolean show(Console console, JsonNode data) {
    var out = console.out();
    if (options.json()) {
      out.println(data);
    } else if (data.has("missed")) {
      out.println(
          console.dim("... %d attempts were missed here".formatted(data.path("missed").asLong())));
    } else {
      out.println(new AttemptText(data, ZoneId.systemDefault()).line(console));
    }
    return !out.checkError();
  }
}
