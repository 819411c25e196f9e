package dev.interlock.app.cli;

import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.app.wiring.Running;
import dev.interlock.server.http.HttpFront;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.JsonNodeFactory;

/// A short run that loads what a start needs, for the class archives that the build makes.
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
  @Option(names = "--client")
  private boolean client;

  @Override
  public Integer call() throws IOException {
    if (client) {
      RemoteServer.pretty(JsonNodeFactory.instance.objectNode());
      return Exit.OK;
    }
    var folder = Files.createTempDirectory("interlock-train");
    try {
      serveOnce(new Home(folder));
      return Exit.OK;
    } finally {
      delete(folder);
    }
  }

  private static void serveOnce(Home home) throws IOException {
    try (var running =
            Running.start(home, Settings.defaults(), new HttpFront.Bind("127.0.0.1", 0));
        var server = RemoteServer.find(Optional.of(running.url()), home)) {
      server.get("/readyz");
      server.post("/api/v1/search", Map.of("query", "first words", "mode", "lexical"));
      server.post("/v1/embeddings", Map.of("model", "text-embedding", "input", "first words"));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
