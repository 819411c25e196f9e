package dev.interlock.app.cli;

import dev.interlock.app.home.Home;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options that most commands share.
final class Options {
  @Mixin private HomeOption home = new HomeOption();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The running server; found through the home where absent.")
  private @Nullable String server;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  Home home() {
    return home.home();
  }

  boolean json() {
    return json;
  }

  RemoteServer remote() {
    return RemoteServer.find(Optional.ofNullable(server), home());
  }
}
