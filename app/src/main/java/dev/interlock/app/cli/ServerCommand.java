package dev.interlock.app.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `interlock server`: a server and nothing else.
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = "Start a server and stay up until it is told to end.")
final class ServerCommand implements Callable<Integer> {
  @Mixin private ServeOptions serve = new ServeOptions();

  @Override
  public Integer call() {
    return new Serving(Console.system(), serve).run(Optional.empty());
  }
}
