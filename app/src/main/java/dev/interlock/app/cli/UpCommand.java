package dev.interlock.app.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `interlock up`: a server with the embedded defaults, and a folder indexed at once.
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = "Start a server, index a folder if asked, and stay up until Ctrl-C.",
    footer = {
      "",
      "Exit codes: 0 ended by a signal, 1 the server can't start, 2 usage or configuration."
    })
final class UpCommand implements Callable<Integer> {
  @Option(names = "--index", paramLabel = "DIR", description = "Index this folder at once.")
  private @Nullable Path index;

  @Mixin private ServeOptions serve = new ServeOptions();

  @Override
  public Integer call() {
    return new Serving(Console.system(), serve).run(Optional.ofNullable(index));
  }
}
