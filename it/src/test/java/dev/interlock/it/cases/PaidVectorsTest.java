package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.table.TableName;
import dev.interlock.it.PlainHttp;
import dev.interlock.it.Station;
import dev.interlock.runtime.store.LedgerFilter;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Vectors by an account: reserved, permitted and settled like chats, whatever they are for.
final class PaidVectorsTest {
  private static final Script VECTORS = Scripts.hashing(16);

  /// Each call costs a tenth of a cent, says the cloud.
  private static final Script PRICED =
      Scripts.with(VECTORS, "usage", "{\"prompt_tokens\":9,\"total_tokens\":9,\"cost\":0.001}");

  @TempDir private Path folder = Path.of("");

  private static List<Attempt> rows(Station station) {
    return station.running().ledger().newest(new LedgerFilter(Map.of(), Optional.empty(), 1_000));
  }

  private static long paid(List<Attempt> rows, String kind) {
    return rows.stream()
        .filter(row -> row.errand().kind().word().equals(kind))
        .flatMap(row -> row.cost().stream())
        .mapToLong(cost -> cost.amount().nanos())
        .sum();
  }

  private static List<Request> embeddings(ScriptedEmbeddings cloud) {
    return cloud.requests().stream().filter(r -> r.path().endsWith("/embeddings")).toList();
  }

  @Test
  @DisplayName("B5: probes, a job, a search and a caller's texts are paid for, each in its row")
  void everyErrandIsPaid() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(PRICED);
        var station = new VectorYaml(cloud).account("dailyUsd: 1.00").start(folder.resolve("h"))) {
      long probes = embeddings(cloud).size();
      assertThat(Purse.standing(station).spent().nanos()).isEqualTo(probes * 1_000_000);

      var job = station.indexed(Tree.notes(folder.resolve("root"), 10));
      assertThat(Found.state(job)).as(job.toString()).isEqualTo("completed");
      assertThat(station.search(Tree.text(7), "vector").status()).isEqualTo(200);
      var embedded = station.embed("a text");
      assertThat(embedded.status()).isEqualTo(200);
      assertThat(embedded.header("x-interlock-cost-usd")).isEqualTo("0.001");

      long calls = embeddings(cloud).size();
      var standing = Purse.standing(station);
      assertThat(standing.spent().nanos()).isEqualTo(calls * 1_000_000);
      assertThat(standing.reserved()).isEqualTo(NanoUsd.ZERO);
      assertThat(station.running().till().lost()).isEmpty();
      Purse.await(station, view -> view.permits().inFlight() == 0);
      var rows = rows(station);
      assertThat(paid(rows, "index")).isPositive();
      assertThat(paid(rows, "search")).isEqualTo(1_000_000);
      assertThat(paid(rows, "embed")).isEqualTo(1_000_000);
      assertThat(
              rows.stream()
                  .flatMap(r -> r.cost().stream())
                  .mapToLong(c -> c.amount().nanos())
                  .sum())
          .isEqualTo(standing.spent().nanos());
    }
  }

  @Test
  @DisplayName("B5: the money is set aside and a permit taken before a byte of a text leaves")
  void reservedFirst() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(PRICED);
        var station = new VectorYaml(cloud).account("dailyUsd: 1.00").start(folder.resolve("h"))) {
      var answer = new CompletableFuture<Void>();
      cloud.answering(request -> new Reply.Held(answer, PRICED.answer(request)));
      int before = cloud.requests().size();
      var embedded = CompletableFuture.supplyAsync(() -> station.embed("a text"));
      cloud.awaitRequests(before + 1);

      Purse.await(station, view -> view.permits().inFlight() == 1);
      long bytes = cloud.requests().getLast().json().length();
      assertThat(Purse.standing(station).reserved().nanos()).isEqualTo(bytes * 1_000);

      answer.complete(null);
      assertThat(embedded.join().status()).isEqualTo(200);
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
      Purse.await(station, view -> view.permits().inFlight() == 0);
    }
  }

  @Test
  @DisplayName("A3, B5: a text whose admission ended while it waited for a permit is not sent")
  void admissionEndsInTheQueue() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(PRICED);
        var station = new VectorYaml(cloud).account("permits: 1").start(folder.resolve("h"))) {
      var answer = new CompletableFuture<Void>();
      cloud.answering(request -> new Reply.Held(answer, PRICED.answer(request)));
      int before = cloud.requests().size();
      var first = CompletableFuture.supplyAsync(() -> station.embed("a text"));
      cloud.awaitRequests(before + 1);
      var second = CompletableFuture.supplyAsync(() -> station.embed("another text"));
      Purse.await(station, view -> view.permits().waiting() == 1);

      station.running().gatekeeper().engineLost("C1");
      answer.complete(null);

      assertThat(first.join().status()).isEqualTo(503);
      assertThat(second.join().status()).isEqualTo(503);
      assertThat(cloud.texts()).contains("a text").doesNotContain("another text");
      assertThat(station.running().till().lost()).isEmpty();
    }
  }

  @Test
  @DisplayName("C51: tokens at their price, and without any our estimate, which is marked")
  void settledByWhatIsKnown() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station = new VectorYaml(cloud).start(folder.resolve("h"))) {
      station.embed("one two three");
      assertThat(rows(station).getFirst().cost())
          .contains(new Cost(new NanoUsd(3_000), Cost.Basis.PRICE));

      cloud.answering(Scripts.with(VECTORS, "usage", "null"));
      station.embed("one two three");
      assertThat(rows(station).getFirst().cost())
          .contains(new Cost(new NanoUsd(7_000), Cost.Basis.ESTIMATE));

      cloud.answering(_ -> Reply.status(500, "broken"));
      assertThat(station.embed("one two three").status()).isEqualTo(502);
      assertThat(rows(station).getFirst().cost()).isEmpty();
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
      assertThat(station.running().till().lost()).isEmpty();

      cloud.answering(_ -> new Reply.Drop());
      assertThat(station.embed("one two three").status()).isEqualTo(503);
      assertThat(station.running().till().lost())
          .as("nobody knows whether it is billed, nor the probes that follow")
          .isNotEmpty();
    }
  }

  private static CompletableFuture<?> asked(HttpClient client, Station station) {
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create(station.url() + "/v1/embeddings"))
            .header("content-type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"model\":\"code-embedding\",\"input\":\"a text\"}"))
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  @Test
  @DisplayName("C60: who leaves a silent cloud, or the queue before it, leaves nothing behind")
  void leaverGivesBack() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var client = PlainHttp.client();
        var station = new VectorYaml(cloud).account("permits: 1").start(folder.resolve("h"))) {
      cloud.answering(_ -> new Reply.Hang());
      int before = cloud.requests().size();
      var first = asked(client, station);
      cloud.awaitRequests(before + 1);
      var second = asked(client, station);
      Purse.await(station, v -> v.permits().waiting() == 1);
      long reserved = Purse.standing(station).reserved().nanos();

      second.cancel(true);
      Purse.await(station, v -> v.permits().waiting() == 0);
      first.cancel(true);
      cloud.awaitAbandoned(1);
      Purse.await(station, v -> v.permits().inFlight() == 0);

      assertThat(cloud.requests()).hasSize(before + 1);
      assertThat(station.running().till().lost()).as("the first was sent").hasSize(1);
      assertThat(Purse.standing(station).reserved().nanos()).isEqualTo(reserved / 2);
      assertThat(station.gate("C1", TableName.CODE).path("verdict").asString())
          .isEqualTo("admitted");
      assertThat(rows(station).subList(0, 2))
          .allMatch(row -> row.result().ending().word().equals("cancelled"));
    }
  }
}
