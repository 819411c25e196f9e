package dev.interlock.app.cli;

import dev.interlock.app.home.Home;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that most commands share.
final class Options {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Folder with all state (INTERLOCK_HOME; default ~/.interlock).")
  private @Nullable Path home;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The running server; found through the home where absent.")
  private @Nullable String server;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  Home home() {
    return Home.of(
        Optional.ofNullable(home),
        Optional.ofNullable(System.getenv("INTERLOCK_HOME")),
        System.getProperty("user.home"));
  }

  boolean json() {
    return json;
  }

  RemoteServer remote() {
    return RemoteServer.find(Optional.ofNullable(server), home());
  }
}
