package dev.interlock.app.cli;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Loaded;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `interlock check`.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Check a configuration file and report all mistakes at once.",
    footer = {"", "Exit codes: 0 good, 2 mistakes."})
final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file, as in interlock.yaml.")
  private Path file = Path.of("interlock.yaml");

  @Override
  public Integer call() {
    var console = Console.system();
    return switch (Config.load(file)) {
      case Loaded.Ok ok -> {
        ok.warnings().forEach(w -> console.err().println(w.render(file.toString())));
        console.out().println(file + ": good");
        yield Exit.OK;
      }
      case Loaded.Bad bad -> {
        bad.problems().forEach(p -> console.err().println(p.render(file.toString())));
        yield Exit.USAGE;
      }
    };
  }
}
