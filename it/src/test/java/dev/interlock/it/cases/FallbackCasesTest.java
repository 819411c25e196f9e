package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who serves when the first cannot.
final class FallbackCasesTest {
  @TempDir private Path home = Path.of("");

  @Test
  @Timeout(60)
  @DisplayName("C32, A2: an embedding falls back to an embedding route, and nobody waits for ever")
  void embeddingFallsBackToAnEmbeddingRoute() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var l2 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(home, new Yaml().local("L1", l1).local("L2", l2).toString())) {
      for (var route : new String[] {"L1", "L2"}) {
        assertThat(station.gate(route, TableName.CODE).path("verdict").asString())
            .isEqualTo("admitted");
      }
      l1.stop();
      l2.forget();

      // Time stands still: a wait of any length would not end.
      var first = station.embed("a small boat");

      assertThat(first.status()).isEqualTo(200);
      assertThat(first.header("x-interlock-served-by")).isEqualTo("L2");
      assertThat(l2.requests()).isNotEmpty();
      assertThat(l2.requests())
          .extracting(Request::method, Request::path)
          .containsOnly(tuple("POST", "/v1/embeddings"));

      l2.stop();
      var second = station.embed("a small ship");

      assertThat(second.status()).isIn(502, 503);
    }
  }
}
