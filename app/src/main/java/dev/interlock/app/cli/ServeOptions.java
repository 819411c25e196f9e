package dev.interlock.app.cli;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.KeySources;
import dev.interlock.app.config.Loaded;
import dev.interlock.app.config.ServerConfig;
import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.server.http.HttpFront;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options of the commands that serve.
final class ServeOptions {
  private static final String DEFAULT_FILE = "interlock.yaml";

  @Mixin private HomeOption home = new HomeOption();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration (default: interlock.yaml in the home, if there is one).")
  private @Nullable Path config;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on (default: 127.0.0.1).")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on, 0 for a free one (default: 7070).")
  private @Nullable Integer port;

  Home home() {
    return home.home();
  }

  /// The settings with their keys; what they warn of goes to standard error.
  Settings settings(Console console) {
    var inHome = home().folder().resolve(DEFAULT_FILE);
    var file = config != null ? config : inHome;
    if (config == null && !Files.exists(inHome)) {
      return Settings.defaults(KeySources.onDisk(Surroundings::variable));
    }
    return switch (Config.load(file)) {
      case Loaded.Ok ok -> {
        var settings = Settings.of(ok, KeySources.onDisk(Surroundings::variable));
        settings.warnings().forEach(w -> console.err().println(w.render(file.toString())));
        yield settings;
      }
      case Loaded.Bad bad ->
          throw new CommandFailure(
              Exit.USAGE,
              bad.problems().stream()
                  .map(p -> p.render(file.toString()))
                  .collect(Collectors.joining("\n")));
    };
  }

  HttpFront.Bind bind(Config of) {
    var address = host != null ? host : of.server().host();
    int number = port != null ? port : of.server().port();
    if (number < 0 || number > 65_535) {
      throw new CommandFailure(Exit.USAGE, "--port is %d; allowed: 0 to 65535".formatted(number));
    }
    if (!ServerConfig.loopback(address)) {
      throw new CommandFailure(
          Exit.USAGE,
          "%s is not a loopback address; listening beyond this machine needs TLS and caller keys, which this release does not have"
              .formatted(address));
    }
    return new HttpFront.Bind(address, number);
  }
}
