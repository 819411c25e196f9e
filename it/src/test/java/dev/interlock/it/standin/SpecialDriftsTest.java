package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.gate.Patrol;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Drifts that no peer could show: of a provider that has none, and of all local engines at once.
final class SpecialDriftsTest extends StandInTests {
  private static final String ACCOUNT =
      """
      accounts:
        openrouter: {kind: openrouter, url: "%s", dailyUsd: 5}
      """;
  private static final String PAID =
      "paid: {account: openrouter, model: \"%s\", pin: harbour/fp32, maxTokens: 510,"
          + " maxBatch: 16, concurrency: 1}";

  @TempDir private Path folder = Path.of("");

  private String sole() {
    return (ACCOUNT
            + """
            routes:
              %s
            roles:
              code-embedding: {policy: cloud, routes: [paid]}
              text-embedding: {policy: cloud, routes: [paid]}
            """)
        .formatted(cloud().api(), PAID.formatted(MINILM));
  }

  private String fleet(StandInEngine one, StandInEngine two) {
    return (ACCOUNT
            + """
            hosts:
              h1: {url: "%s", dialect: llamacpp}
              h2: {url: "%s", dialect: llamacpp}
            routes:
              one: {host: h1, model: all-minilm-l6-v2, maxTokens: 510, maxBatch: 16}
              two: {host: h2, model: all-minilm-l6-v2, maxTokens: 510, maxBatch: 16}
              %s
            roles:
              code-embedding: {policy: backup, routes: [one, two, paid]}
              text-embedding: {policy: backup, routes: [one, two, paid]}
            """)
        .formatted(cloud().api(), one.url(), two.url(), PAID.formatted(MINILM));
  }

  private static void admit(Station station) {
    var pushed = station.post("/api/v1/accounts/openrouter/key", "{\"key\":\"" + KEY + "\"}");
    assertThat(pushed.status()).as(pushed.json().toString()).isEqualTo(200);
    for (int round = 0; round < 2; round++) {
      for (var table : TableName.values()) {
        station.running().gatekeeper().ensure(table).join();
      }
      station.time().advance(Duration.ofMinutes(1));
    }
  }

  @Test
  @DisplayName("A5, A7: a sole provider that changes behind its pin is caught by the anchors alone")
  void aSoleProviderChangesBehindItsPin() throws IOException {
    var root = notes(400);
    try (var station = Station.start(folder.resolve("home"), sole())) {
      admit(station);
      assertThat(station.gate("paid", TableName.DOCS).path("coverage").asString())
          .isEqualTo("reduced");
      var id = station.index(root).json().path("job").path("id").asString();
      await(() -> served().path("rows").asLong() >= 120, "120 rows");
      cloud().set("drift", "{\"to\": \"quantised\", \"provider\": \"harbour\"}");
      station.awaitJob(id, j -> j.path("state").asString().equals("paused_no_provider"));
      await(() -> !repair(station, "paid").isMissingNode(), "a repair");

      assertThat(served().path("sinceChange").path("rows").asInt()).isBetween(1, Patrol.INTERVAL);
      var row = station.gate("paid", TableName.DOCS);
      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("reference").asString()).isEqualTo("paid");
      var since = served().path("sinceGoodProbe");
      assertThat(row.path("rowsSinceLastGood").asLong())
          .isEqualTo(since.path("rows").asLong() - since.path("besideBadProbes").asLong())
          .isPositive();
      await(
          () -> verdict(station, TableName.CODE).equals("refused"),
          "the verdict for the other table, which no job uses");
      long billed = cloud().billedNanoUsd();
      assertThat(station.embed("a query").status()).isEqualTo(503);
      assertThat(cloud().billedNanoUsd()).isEqualTo(billed);
    }
  }

  @Test
  @DisplayName(
      "A4, A5: an upgrade of all local engines at once, the reference too, is caught by the"
          + " anchors, and the cloud mends")
  void theReferenceIsUpgradedUnderEveryone() throws IOException {
    var root = notes(300);
    try (var one = StandInEngine.start(ground, encoders());
        var two = StandInEngine.start(ground, encoders())) {
      try (var station = Station.start(folder.resolve("home"), fleet(one, two))) {
        admit(station);
        assertThat(station.gate("one", TableName.DOCS).path("reference").asString())
            .isEqualTo("one");
        var id = station.index(root).json().path("job").path("id").asString();
        await(() -> rows(one) >= 40 && rows(two) >= 40, "rows of both");
        for (var engine : new StandInEngine[] {one, two}) {
          engine.set("drift", "{\"to\": \"quantised\"}");
        }
        var job = station.awaitJob(id, j -> j.path("state").asString().equals("completed"));

        assertThat(job.path("stored").asInt()).isEqualTo(300);
        assertThat(job.path("servedBy").path("paid").asLong()).isPositive();
        for (var route : new String[] {"one", "two"}) {
          assertThat(station.gate(route, TableName.DOCS).path("verdict").asString())
              .as(route)
              .isEqualTo("refused");
          assertThat(repair(station, route).path("waiting").asLong()).isZero();
        }
        allTrue(station, 300);
      }
      try (var station = Station.start(folder.resolve("home"), fleet(one, two))) {
        assertThat(station.gate("one", TableName.DOCS).path("verdict").asString())
            .isEqualTo("refused");
        assertThat(station.gate("two", TableName.DOCS).path("verdict").asString())
            .isEqualTo("refused");
      }
    }
  }

  private static String verdict(Station station, TableName table) {
    return station
        .get("/api/v1/gate")
        .json()
        .path("matrix")
        .valueStream()
        .filter(row -> row.path("table").asString().equals(table.word()))
        .findFirst()
        .orElseThrow()
        .path("verdict")
        .asString();
  }

  /// Each row has the vector that the full build gives, whoever made it.
  private static void allTrue(Station station, int notes) {
    for (int i = 1; i <= notes; i += 13) {
      var hit = station.search(text(i), "vector").json().path("hits").path(0);
      assertThat(hit.path("path").asString()).isEqualTo("n%04d.md".formatted(i));
      assertThat(hit.path("parts").path("vector").path("score").asDouble()).isGreaterThan(0.999);
    }
  }

  private static long rows(StandInEngine engine) {
    return engine.stats().path("served").path("rows").asLong();
  }

  private JsonNode served() {
    return cloud().stats().path("served");
  }

  /// The route's repair of the table `docs`, once its rows are named.
  private static JsonNode repair(Station station, String route) {
    var row = station.gate(route, TableName.DOCS);
    var repair = row.path("repair");
    return repair.isObject() && !repair.path("state").asString().equals("naming")
        ? repair
        : row.path("none");
  }

  private Path notes(int count) throws IOException {
    var root = Files.createDirectories(folder.resolve("root"));
    for (int i = 1; i <= count; i++) {
      Files.writeString(root.resolve("n%04d.md".formatted(i)), text(i) + "\n");
    }
    return root;
  }

  private static String text(int i) {
    return "Note word%d on matter%d.".formatted(i, i * 7);
  }
}
