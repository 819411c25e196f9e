package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Index jobs whose account stops in the middle: nothing is lost, nothing is asked in vain, and
/// they go on by themselves.
final class PaidJobsTest {
  private static final Script VECTORS = Scripts.hashing(16);
  private static final String ONE_BY_ONE =
      "pin: prov-a, maxBatch: 1, concurrency: 1,"
          + " price: {promptUsdPerMillion: 1, completionUsdPerMillion: 0}";

  @TempDir private Path folder = Path.of("");

  /// A refusal as a cloud writes it.
  private static Reply refusal(int status, String code, Map<String, String> headers) {
    var body = "{\"error\":{\"code\":%d,\"message\":\"%s\"}}".formatted(status, code);
    return new Reply.Status(status, body, headers);
  }

  private static List<Request> notes(ScriptedEmbeddings cloud) {
    return cloud.requests().stream()
        .filter(r -> r.texts().stream().anyMatch(text -> text.contains("matter")))
        .toList();
  }

  private static String start(Station station, Path root) {
    return station.index(root).json().path("job").path("id").asString();
  }

  private static JsonNode paused(Station station, String id, String state) {
    return station.awaitJob(id, job -> Found.state(job).equals(state));
  }

  @Test
  @DisplayName("C34, B8: a job without credit pauses with its work kept, and goes on when there is")
  void noCredit() throws IOException {
    var broke = new AtomicBoolean();
    var chunks = new AtomicInteger();
    Script cloud402 =
        VECTORS.except(
            r ->
                r.texts().toString().contains("matter")
                    && (broke.get() || chunks.incrementAndGet() > 10),
            _ -> {
              broke.set(true);
              return refusal(402, "Insufficient credits", Map.of());
            });
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station = new VectorYaml(cloud).route(ONE_BY_ONE).start(folder.resolve("h"))) {
      cloud.answering(cloud402);
      var id = start(station, Tree.notes(folder.resolve("root"), 30));
      var job = paused(station, id, "paused_no_credit");

      assertThat(job.path("reason").asString()).contains("Insufficient credits");
      assertThat(job.path("expected").asInt()).isEqualTo(30);
      for (int i = 0; i < 10; i++) {
        station.time().advance(Duration.ofSeconds(60));
      }
      // A leap may have outrun the sidecar's heartbeat: it is back within seconds.
      station.awaitJob(
          id,
          j -> {
            station.time().advance(Duration.ofSeconds(1));
            return j.path("stored").asInt() == 10 && Found.state(j).equals("paused_no_credit");
          });
      assertThat(notes(cloud)).hasSize(11);
      assertThat(station.embed("a text").status()).isEqualTo(402);
      assertThat(notes(cloud)).hasSize(11);

      cloud.answering(VECTORS);
      VectorYaml.push(station);
      job = done(station, id);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(30);
      assertThat(notes(cloud)).hasSize(31);
    }
  }

  /// Lets time pass until the job has ended.
  private static JsonNode done(Station station, String id) {
    return station.awaitJob(
        id,
        job -> {
          station.time().advance(Duration.ofSeconds(10));
          return Found.state(job).startsWith("completed") || Found.state(job).equals("failed");
        });
  }

  @Test
  @DisplayName("C41, A11: a pause of hours pauses the job until then, and nobody asks meanwhile")
  void longPause() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station = new VectorYaml(cloud).route(ONE_BY_ONE).start(folder.resolve("h"))) {
      cloud.answering(
          VECTORS.exceptForText(
              text -> text.contains("matter"),
              refusal(429, "slow down", Map.of("retry-after", "10800"))));
      var from = station.time().now();
      var id = start(station, Tree.notes(folder.resolve("root"), 10));
      var job = paused(station, id, "paused_until");
      assertThat(Instant.parse(job.path("resumesAt").asString()))
          .isBetween(from.plusSeconds(10_795), from.plusSeconds(10_805));
      for (int i = 0; i < 12; i++) {
        station.time().advance(Duration.ofSeconds(10));
        var embedded = station.embed("a text");
        assertThat(embedded.status()).isEqualTo(429);
        assertThat(embedded.code()).isEqualTo("upstream_rate_limited");
        assertThat(Long.parseLong(embedded.header("retry-after"))).isBetween(10_670L, 16_200L);
      }
      assertThat(notes(cloud)).hasSize(1);
      assertThat(cloud.texts()).doesNotContain("a text");
      assertThat(Found.state(paused(station, id, "paused_until"))).isEqualTo("paused_until");

      cloud.answering(VECTORS);
      station.time().advance(Duration.ofSeconds(17_000));
      job = done(station, id);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(10);
    }
  }

  @Test
  @DisplayName("C52, B5: a job pauses until the next day where its day's budget is spent")
  void dayIsSpent() throws IOException {
    var dear = Scripts.with(VECTORS, "usage", "{\"total_tokens\":9,\"cost\":0.1}");
    var dearNotes = VECTORS.except(r -> r.texts().toString().contains("matter"), dear::answer);
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station =
            new VectorYaml(cloud)
                .route(ONE_BY_ONE)
                .account("dailyUsd: 1.00")
                .start(folder.resolve("h"))) {
      cloud.answering(dearNotes);
      var id = start(station, Tree.notes(folder.resolve("root"), 12));
      var job = paused(station, id, "paused_until");
      assertThat(job.path("resumesAt").asString()).isEqualTo("2026-01-02T00:00:00Z");
      station.awaitJob(id, j -> j.path("stored").asInt() > 0);
      var embedded = station.embed("a text");
      assertThat(embedded.status()).isEqualTo(402);
      assertThat(embedded.code()).isEqualTo("budget_exhausted");
      assertThat(embedded.json().at("/error/resumesAt").asString())
          .isEqualTo("2026-01-02T00:00:00Z");
      assertThat(station.search(Tree.text(7), "vector").status()).isEqualTo(402);
      assertThat(notes(cloud).size()).isLessThanOrEqualTo(10);

      station.time().advance(Duration.ofDays(1));
      assertThat(Found.state(done(station, id))).isEqualTo("completed");
    }
  }
}
