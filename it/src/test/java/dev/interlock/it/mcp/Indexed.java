package dev.interlock.it.mcp;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A server with a small indexed root, for clients to ask.
final class Indexed implements AutoCloseable {
  static final String CONTENT =
      """
      # Notes

      The naïve approach: a walrus counts tulips.
      北 is north, 🌸 is a flower.
      """;

  private final ScriptedEmbeddings engine;
  private final Station station;
  private final Path root;

  private Indexed(ScriptedEmbeddings engine, Station station, Path root) {
    this.engine = engine;
    this.station = station;
    this.root = root;
  }

  static Indexed in(Path folder) throws IOException {
    var root = Files.createDirectories(folder.resolve("garden"));
    Files.writeString(root.resolve("notes.md"), CONTENT);
    Files.writeString(root.resolve("Tulip.java"), "class Tulip {\n  int petals = 6;\n}\n");
    var engine = ScriptedEmbeddings.start(Scripts.hashing(8));
    var station = Station.start(folder.resolve("home"), yaml(engine));
    var indexed = new Indexed(engine, station, root);
    station.indexed(root);
    return indexed;
  }

  static String yaml(ScriptedEmbeddings engine) {
    return """
    hosts:
      h1: {url: "%s", dialect: openai}
    routes:
      L1: {host: h1, model: embed-m, maxTokens: 2048}
    roles:
      code-embedding: {policy: aggregate, routes: [L1]}
      text-embedding: {policy: aggregate, routes: [L1]}
    """
        .formatted(engine.url());
  }

  Station station() {
    return station;
  }

  ScriptedEmbeddings engine() {
    return engine;
  }

  Path root() {
    return root;
  }

  Wire wire() {
    return new Wire(station.url());
  }

  @Override
  public void close() {
    station.close();
    engine.close();
  }
}
