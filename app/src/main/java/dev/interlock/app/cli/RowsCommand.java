package dev.interlock.app.cli;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `interlock rows`.
@Command(
    name = "rows",
    mixinStandardHelpOptions = true,
    description = "Maintenance of single rows.",
    subcommands = RowsCommand.Delete.class)
final class RowsCommand {
  /// `interlock rows delete`.
  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      description =
          "Delete rows by path. The manifest stays, so `jobs verify` names them and the next run"
              + " mends them.")
  static final class Delete extends Asking {
    @Option(
        names = "--path",
        paramLabel = "GLOB",
        required = true,
        description = "Which paths, as in 'src/**/*.java'.")
    private String path = "";

    @Option(names = "--project", paramLabel = "NAME", description = "Only this root.")
    private @Nullable String project;

    @Override
    JsonNode ask(RemoteServer server) {
      var body = new LinkedHashMap<String, String>();
      body.put("path", path);
      if (project != null) {
        body.put("project", project);
      }
      return server.need(server.post("/api/v1/rows/delete", body));
    }

    @Override
    void show(Console console, JsonNode answer) {
      console.out().println("%d rows deleted".formatted(answer.path("deleted").asLong()));
    }
  }
}
