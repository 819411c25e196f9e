package dev.interlock.it.engines;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Settings, a root and questions that the tests of all engines share.
final class House {
  /// More characters than half of what the engines take tokens, but words enough to fit.
  static final String DOUBTFUL = words(60);

  /// Nothing but tokens of one character: it looks short and is not.
  static final String DENSE = "!?;:".repeat(50);

  private static final int LOOKS = 6_000;
  private static final long BETWEEN_LOOKS_NANOS = 10_000_000;

  private House() {}

  /// One engine for both roles.
  ///
  /// @param address URL of the host
  /// @param route settings of the route besides its host
  static String yaml(String dialect, String address, String route) {
    return yaml(dialect, address, route, "aggregate");
  }

  static String yaml(String dialect, String address, String route, String policy) {
    return """
    hosts:
      box: {url: "%s", dialect: %s}
    routes:
      emb: {host: box, %s}
    roles:
      code-embedding: {policy: %s, routes: [emb]}
      text-embedding: {policy: %s, routes: [emb]}
    """
        .formatted(address, dialect, route, policy, policy);
  }

  static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "harbour").collect(Collectors.joining(" "));
  }

  /// A root of three notes.
  static Path notes(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("ferry.md"), "# Ferry\n\nThe ferry leaves at seven.\n");
    Files.writeString(folder.resolve("bread.md"), "# Bread\n\nKnead the dough for ten minutes.\n");
    Files.writeString(folder.resolve("moon.md"), "# Moon\n\nThe moon rises over the bay.\n");
    return folder;
  }

  /// The row of the route `emb`, once it has been measured.
  static JsonNode row(Station station) {
    return station.gate("emb", TableName.DOCS);
  }

  /// Waits until the row says such a verdict.
  static JsonNode awaitVerdict(Station station, String verdict) {
    await(() -> row(station).path("verdict").asString().equals(verdict), "verdict " + verdict);
    return row(station);
  }

  /// Waits until something is so.
  static void await(BooleanSupplier wanted, String what) {
    for (int i = 0; i < LOOKS; i++) {
      if (wanted.getAsBoolean()) {
        return;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
    }
    throw new AssertionError("did not come: " + what);
  }

  static String verdict(JsonNode row) {
    return row.path("verdict").asString();
  }

  static String reason(JsonNode row) {
    return row.path("reason").asString();
  }
}
