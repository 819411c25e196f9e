package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An engine that becomes another one under the same name.
final class DriftCasesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);

  @TempDir private Path folder = Path.of("");

  private Path root() throws IOException {
    var root = Files.createDirectories(folder.resolve("root"));
    for (int i = 0; i < 50; i++) {
      Files.writeString(
          root.resolve("f%02d.md".formatted(i)), "# Note %d\n\nText number %d.\n".formatted(i, i));
    }
    return root;
  }

  private static String yaml(ScriptedEmbeddings l1) {
    return """
    hosts:
      l1: {url: "%s", dialect: openai}
    routes:
      L1: {host: l1, model: embed-m, maxTokens: 2048}
    roles:
      code-embedding: {policy: local, routes: [L1]}
      text-embedding: {policy: local, routes: [L1]}
    """
        .formatted(l1.url());
  }

  @Test
  @DisplayName("C23: vectors that turn by 30 degrees at a restart are refused before any text")
  void restartedEngineIsMeasuredBeforeItServes() throws IOException {
    var root = root();
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      assertThat(station.indexed(root).path("state").asString()).isEqualTo("completed");

      l1.answering(Scripts.of(TRUE.turned(30)));
      l1.restartOnSamePort();
      var search = station.search("text number 7", "vector");

      assertThat(search.status()).isEqualTo(503);
      var row = station.gate("L1", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("minCosine").asDouble()).isBetween(0.865, 0.867);
      Files.writeString(root.resolve("f00.md"), "# Note\n\nChanged.\n");
      assertThat(station.index(root).status()).isEqualTo(503);
      assertThat(station.running().jobs().newest(1).getFirst().job().counts().stored())
          .isEqualTo(50);
    }
  }
}
