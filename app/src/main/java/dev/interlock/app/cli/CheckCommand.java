package dev.interlock.app.cli;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.KeySources;
import dev.interlock.app.config.Loaded;
import dev.interlock.app.config.Problem;
import dev.interlock.app.config.Reach;
import dev.interlock.app.config.Settings;
import dev.interlock.app.config.Warning;
import dev.interlock.app.wiring.HostsAsked;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `interlock check`.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Check a configuration file, report all mistakes at once, and warn of keys that are not"
            + " where it says, and of hosts that can't be reached or don't offer a route's model.",
    footer = {
      "",
      "Each host is asked for its models (GET /models), with its key, for 3 seconds; no text is"
          + " sent.",
      "Exit codes: 0 good, with or without warnings, 2 mistakes."
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The file, as in interlock.yaml.")
  private Path file = Path.of("interlock.yaml");

  @Option(names = "--offline", description = "Ask no host.")
  private boolean offline;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  /// What `--json` prints.
  ///
  /// @param ok whether a server would start with the file
  record Checked(boolean ok, List<Problem> problems, List<Warning> warnings) {}

  @Override
  public Integer call() {
    var checked =
        switch (Config.load(file)) {
          case Loaded.Ok ok -> new Checked(true, List.of(), warnings(ok));
          case Loaded.Bad bad -> new Checked(false, bad.problems(), List.of());
        };
    var console = Console.system();
    if (json) {
      console.out().println(RemoteServer.pretty(checked));
    } else {
      print(console, checked);
    }
    return checked.ok() ? Exit.OK : Exit.USAGE;
  }

  private List<Warning> warnings(Loaded.Ok ok) {
    var settings = Settings.of(ok, KeySources.onDisk(Surroundings::variable));
    var warnings = new ArrayList<>(settings.warnings());
    if (!offline) {
      warnings.addAll(Reach.warnings(ok, HostsAsked.of(settings)));
    }
    return warnings;
  }

  private void print(Console console, Checked checked) {
    checked.problems().forEach(p -> console.err().println(p.render(file.toString())));
    checked.warnings().forEach(w -> console.err().println(w.render(file.toString())));
    if (checked.ok()) {
      console.out().println(file + ": good");
    }
  }
}
