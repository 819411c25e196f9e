package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.wire.chat.AnswerScan;
import dev.interlock.wire.chat.AnswerScan.Part;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The local engine: its formats, its switches, and a whole server in front of it.
final class EngineTest extends StandInTests {
  @TempDir private Path home = Path.of("");

  @Test
  @DisplayName(
      "A3: a server builds its tables with it, and refuses it once it serves another build")
  void aServerBuildsItsTablesWithIt() throws IOException {
    try (var engine = StandInEngine.start(ground, encoders())) {
      try (var station = Station.start(home, yaml(engine))) {
        var row = station.gate("emb", TableName.CODE);
        assertThat(row.path("verdict").asString()).isEqualTo("admitted");
        assertThat(station.embed("a small boat").status()).isEqualTo(200);
        assertThat(engine.stats().path("served").path("rows").asInt()).isEqualTo(1);
      }
      engine.set("drift", "{\"to\": \"quantised\"}");
      try (var station = Station.start(home, yaml(engine))) {
        var row = station.gate("emb", TableName.CODE);
        assertThat(row.path("verdict").asString()).isEqualTo("refused");
        assertThat(station.embed("a small boat").message()).contains("refused");
        assertThat(engine.stats().path("served").path("sinceGoodProbe").path("rows").asInt())
            .isEqualTo(1);
      }
    }
  }

  private static String yaml(StandInEngine engine) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
    routes:
      emb: {host: box, model: all-minilm-l6-v2, maxTokens: 510}
    roles:
      code-embedding: {routes: [emb]}
      text-embedding: {routes: [emb]}
    """
        .formatted(engine.url());
  }

  @Test
  void chatsAreRead() {
    try (var engine = StandInEngine.start(ground, encoders())) {
      var plain = chat(engine, Json.of("messages", says("3 boats")));
      var scan = new AnswerScan();
      assertThat(scan.read(plain.body(), 0, plain.body().length)).isEqualTo(Part.CONTENT);
      assertThat(scan.completionTokens()).hasValue(3);

      var stream = chat(engine, Json.of("messages", says("3 boats"), "stream", true));
      assertThat(new String(stream.body(), StandardCharsets.UTF_8))
          .contains("\"content\":\"boats \"")
          .contains("\"finish_reason\":\"stop\"")
          .endsWith("data: [DONE]\n\n");
    }
  }

  @Test
  void faultsStrikeAndUnknownSwitchesAreRefused() {
    try (var engine = StandInEngine.start(ground, encoders())) {
      engine.set("faults", "{\"kind\": \"unavailable\", \"calls\": 1}");

      assertThat(get(engine.url() + "/health").status()).isEqualTo(503);
      assertThat(get(engine.url() + "/health").status()).isEqualTo(200);
      assertThat(engine.stats().path("peakParallel").asInt()).isEqualTo(1);
      assertThatIllegalArgumentException().isThrownBy(() -> engine.set("money", "{}"));
    }
  }

  private static Object says(String words) {
    return new Object[] {Json.of("role", "user", "content", words)};
  }

  private Reply chat(StandInEngine engine, Object body) {
    return ended(
        begun(
            HttpRequest.newBuilder(URI.create(engine.url() + "/v1/chat/completions"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))));
  }
}
