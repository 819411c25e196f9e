package dev.interlock.app.cli;

import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  static final class Delete implements Callable<Integer> {
    @Option(
        names = "--path",
        paramLabel = "GLOB",
        required = true,
        description = "Which paths, as in 'src/**/*.java'.")
    private String path = "";

    @Option(names = "--project", paramLabel = "NAME", description = "Only this root.")
    private @Nullable String project;

    @Mixin private Options options = new Options();

    @Override
    public Integer call() {
      var console = Console.system();
      try (var server = options.remote()) {
        var body = new LinkedHashMap<String, String>();
        body.put("path", path);
        if (project != null) {
          body.put("project", project);
        }
        var answer = server.need(server.post("/api/v1/rows/delete", body));
        console
            .out()
            .println(
                options.json()
                    ? RemoteServer.pretty(answer)
                    : "%d rows deleted".formatted(answer.path("deleted").asLong()));
        return Exit.OK;
      }
    }
  }
}
