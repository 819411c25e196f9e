package dev.interlock.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `interlock index`.
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    description = "Index a folder, or bring its index up to date.",
    footer = {
      "",
      "Exit codes: 0 completed; 3 completed_with_failures or paused; 1 failed or refused; 4 no"
          + " server."
    })
final class IndexCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration FOR_EVER = Duration.ofDays(365);

  @Parameters(paramLabel = "DIR", description = "The folder; it becomes a project.")
  private Path folder = Path.of("");

  @Option(names = "--no-wait", description = "Start the job and come back at once.")
  private boolean noWait;

  @Option(names = "--allow-empty", description = "Let a folder without any file empty its index.")
  private boolean allowEmpty;

  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    var console = Console.system();
    try (var server = options.remote();
        var progress = JobProgress.on(console, options.json())) {
      var root = Roots.real(folder);
      var started =
          server.need(
              server.post(
                  "/api/v1/jobs", Map.of("root", root.toString(), "allowEmpty", allowEmpty)));
      if (noWait) {
        var id = started.path("job").path("id").asString();
        console.out().println(options.json() ? RemoteServer.pretty(started) : id);
        return Exit.OK;
      }
      return new Following(server, progress, POLL)
          .until(started.path("job").path("id").asString(), FOR_EVER);
    }
  }
}
