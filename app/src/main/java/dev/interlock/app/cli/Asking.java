package dev.interlock.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// A command that asks the server one thing and shows the answer, to a person or to a program.
abstract class Asking implements Callable<Integer> {
  @Mixin private Options options = new Options();

  /// What is asked.
  abstract JsonNode ask(RemoteServer server);

  /// Shows the answer to a person.
  abstract void show(Console console, JsonNode answer);

  /// The exit code of an answer.
  int code(JsonNode answer) {
    return Exit.OK;
  }

  @Override
  public final Integer call() {
    var console = Console.system();
    try (var server = options.remote()) {
      var answer = ask(server);
      if (options.json()) {
        console.out().println(RemoteServer.pretty(answer));
      } else {
        show(console, answer);
      }
      return code(answer);
    }
  }
}
