package dev.interlock.app.cli;

import dev.interlock.app.home.Home;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where all state lies.
final class HomeOption {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Folder with all state (INTERLOCK_HOME; default ~/.interlock).")
  private @Nullable Path home;

  Home home() {
    return Home.of(
        Optional.ofNullable(home),
        Optional.ofNullable(System.getenv("INTERLOCK_HOME")),
        System.getProperty("user.home"));
  }
}
