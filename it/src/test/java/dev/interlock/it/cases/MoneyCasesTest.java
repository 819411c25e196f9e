package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What calls on an account cost, and who may still spend.
final class MoneyCasesTest {
  private static final String PLAIN = ChatCasesTest.PLAIN;
  private static final String STREAMED = ChatCasesTest.STREAMED;

  @TempDir private Path folder = Path.of("");

  private static NanoUsd usd(String dollars) {
    return NanoUsd.parse(dollars).orElseThrow();
  }

  private static Optional<Cost> cost(String dollars, Cost.Basis basis) {
    return Optional.of(new Cost(usd(dollars), basis));
  }

  private static String bounded(int tokens) {
    return PLAIN.replace("{\"model\"", "{\"max_tokens\":%d,\"model\"".formatted(tokens));
  }

  /// An answer with this usage.
  private static ChatReply costing(String usage) {
    return ChatReply.json(
        200, Chats.plain("m", "hello").replaceFirst("\"usage\":\\{[^}]*}", "\"usage\":" + usage));
  }

  private static ChatReply streamed(String usage) {
    return ChatReply.stream()
        .events(Chats.chunks("m", "hello"))
        .events(Chats.usage("m").replaceFirst("\"usage\":\\{[^}]*}", "\"usage\":" + usage))
        .done();
  }

  private static List<Talk> ask(Station station, int times, String body) throws IOException {
    var talks = new ArrayList<Talk>();
    for (int i = 0; i < times; i++) {
      talks.add(Talk.ask(station, body));
    }
    return talks;
  }

  private static List<Talk.Answer> answers(List<Talk> talks) throws IOException {
    var answers = new ArrayList<Talk.Answer>();
    for (var talk : talks) {
      answers.add(talk.answer());
      talk.close();
    }
    return answers;
  }

  @Test
  @DisplayName("C47: calls at the same instant never spend more than the day allows (B5)")
  void parallelCallsShareTheDay() throws IOException {
    var tenCents = "{\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":0.1}";
    var gate = new CompletableFuture<Void>();
    try (var c1 = ScriptedChat.start(_ -> waiting(gate, tenCents));
        var station =
            new PaidYaml(c1).account("dailyUsd: 1.00, permits: 16").total("60s").start(folder)) {
      var first = ask(station, 8, bounded(149_900));
      c1.awaitRequests(3);
      ChatRows.await(station, 5);
      assertThat(Purse.standing(station).reserved().exceeds(usd("1.00"))).isFalse();
      gate.complete(null);
      var told = answers(first);

      assertThat(told.stream().map(Talk.Answer::status).filter(s -> s == 200)).hasSize(3);
      var refused = told.stream().filter(a -> a.status() == 402).toList();
      assertThat(refused).hasSize(5);
      assertThat(refused).extracting(Talk.Answer::code).containsOnly("budget_exhausted");
      assertThat(refused.getFirst().json().at("/error/resumesAt").asString())
          .isEqualTo("2026-01-02T00:00:00Z");
      assertThat(Purse.standing(station).spent()).isEqualTo(usd("0.30"));

      var next = new CompletableFuture<Void>();
      c1.answering(_ -> waiting(next, tenCents));
      var second = ask(station, 8, bounded(149_900));
      c1.awaitRequests(5);
      ChatRows.await(station, 8 + 6);
      next.complete(null);

      assertThat(answers(second).stream().filter(a -> a.status() == 200)).hasSize(2);
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
      var spent = Purse.standing(station).spent();
      assertThat(spent).isEqualTo(usd("0.50"));
      assertThat(
              ChatRows.of(station).stream()
                  .map(Attempt::cost)
                  .flatMap(Optional::stream)
                  .mapToLong(c -> c.amount().nanos())
                  .sum())
          .isEqualTo(spent.nanos());
    }
  }

  private static ChatReply waiting(CompletableFuture<Void> gate, String usage) {
    return ChatReply.silence().until(gate).head(200).bytes(body(usage)).end();
  }

  private static String body(String usage) {
    return Chats.plain("m", "hello").replaceFirst("\"usage\":\\{[^}]*}", "\"usage\":" + usage);
  }

  @Test
  @DisplayName("C50: under load the counter never leaves the ledger behind, and nobody is refused")
  void counterIsTheLedger() throws Exception {
    var tenthOfACent = "{\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":0.001}";
    var gate = new CompletableFuture<Void>();
    var calls = new AtomicInteger();
    try (var c1 =
            ScriptedChat.start(
                _ ->
                    calls.incrementAndGet() <= 100
                        ? costing(tenthOfACent)
                        : waiting(gate, tenthOfACent));
        var station =
            new PaidYaml(c1).account("dailyUsd: 1.00, permits: 64").total("60s").start(folder);
        var threads = Executors.newFixedThreadPool(20)) {
      var load = new Load(station);
      var statuses = new ArrayList<CompletableFuture<Integer>>();
      for (int i = 0; i < 200; i++) {
        statuses.add(CompletableFuture.supplyAsync(load::ask, threads));
      }
      try {
        // From the 101st call on all wait, so that some readings are of the middle for certain.
        while (calls.get() < 120) {
          load.read();
        }
        load.read();
        gate.complete(null);
        while (!statuses.stream().allMatch(CompletableFuture::isDone)) {
          load.read();
        }
      } finally {
        gate.complete(null);
      }
      for (var status : statuses) {
        assertThat(status.get()).isEqualTo(200);
      }

      assertThat(Purse.standing(station).spent()).isEqualTo(usd("0.200"));
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
      assertThat(ledger(station)).isEqualTo(200_000_000);
    }
  }

  /// The sum of all rows.
  private static long ledger(Station station) {
    return ChatRows.of(station).stream()
        .flatMap(row -> row.cost().stream())
        .mapToLong(cost -> cost.amount().nanos())
        .sum();
  }

  /// Calls from many threads that cost 0.001 each, for each of which 0.01 at the most is set aside.
  private static final class Load {
    private static final long COST = 1_000_000;
    private static final long WORST = 10_000_000;

    private final Station station;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    private Load(Station station) {
      this.station = station;
    }

    private int ask() {
      sent.incrementAndGet();
      int status = 0;
      try {
        status = Talk.answer(station, bounded(4_900)).status();
        return status;
      } catch (IOException e) {
        throw new AssertionError(e);
      } finally {
        failed.addAndGet(status == 200 ? 0 : 1);
        answered.incrementAndGet();
      }
    }

    /// Answers are counted before the counter is read, rows and calls after it: whatever happens
    /// between makes the bounds looser, never wrong.
    private void read() {
      int before = answered.get();
      var counter = Purse.standing(station);
      long ledger = ledger(station);
      long flying = (long) sent.get() - before;
      assertThat(failed).as("refusals").hasValue(0);
      assertThat(counter.spent().nanos())
          .as("spent, with a ledger of %d and %d in flight", ledger, flying)
          .isLessThanOrEqualTo(ledger + COST * flying);
      assertThat(counter.reserved().nanos())
          .as("reserved, with %d in flight", flying)
          .isLessThanOrEqualTo(WORST * flying);
      assertThat(counter.spent().plus(counter.reserved()).nanos())
          .as("the counter, with a ledger of %d and %d in flight", ledger, flying)
          .isLessThanOrEqualTo(ledger + WORST * flying);
    }
  }

  @Test
  @DisplayName("C51: a cost of 0 is a field that nobody filled in; a positive one is believed")
  void costOfZeroIsNone() throws IOException {
    var usage = "{\"prompt_tokens\":1000,\"completion_tokens\":500%s}";
    try (var c1 = ScriptedChat.start(_ -> costing(usage.formatted("")));
        var station = new PaidYaml(c1).start(folder)) {
      var plain = Talk.answer(station, PLAIN);
      assertThat(plain.told("cost-usd")).isEqualTo("0.002");
      c1.answering(_ -> streamed(usage.formatted(",\"cost\":0")));
      var zero = Talk.answer(station, STREAMED);
      c1.answering(_ -> streamed(usage.formatted(",\"cost\":0.0031")));
      Talk.answer(station, STREAMED);

      var rows = ChatRows.await(station, 3);
      assertThat(rows)
          .extracting(Attempt::cost)
          .containsExactly(
              cost("0.002", Cost.Basis.PRICE),
              cost("0.002", Cost.Basis.PRICE),
              cost("0.0031", Cost.Basis.PROVIDER));
      assertThat(rows).extracting(r -> r.volume().promptTokens().orElse(0)).containsOnly(1_000L);
      assertThat(c1.requests().getLast().json())
          .contains("\"stream_options\":{\"include_usage\":true}");
      assertThat(zero.events())
          .as("nobody asked for usage (C59)")
          .noneMatch(e -> e.contains("usage\":{"));
      assertThat(zero.events()).last().isEqualTo("[DONE]");
    }
  }

  @Test
  @DisplayName("C53: a stream that the caller cuts is priced by what came, and marked as estimated")
  void cutStreamIsPriced() throws IOException {
    var never = new CompletableFuture<Void>();
    var fifty = new String[50];
    Arrays.fill(fifty, Chats.text("m", "ab"));
    try (var c1 =
            ScriptedChat.start(
                _ -> ChatReply.stream().events(Chats.role("m")).events(fifty).until(never));
        var station = new PaidYaml(c1).start(folder)) {
      var words = "x".repeat(400 - "[{\"role\":\"user\",\"content\":\"\"}]".length());
      try (var talk = Talk.ask(station, STREAMED.replace("\"hi\"", "\"" + words + "\""))) {
        talk.readUntil("\"ab\"", 50);
        talk.leave();
      }

      var row = ChatRows.await(station, 1).getFirst();
      assertThat(row.result().ending().word()).isEqualTo("cancelled");
      assertThat(row.volume().promptTokens()).hasValue(200);
      assertThat(row.volume().completionTokens()).hasValue(50);
      assertThat(row.cost()).isEqualTo(cost("0.0003", Cost.Basis.ESTIMATE));
      Purse.await(station, v -> v.permits().inFlight() == 0);
    }
  }

  @Test
  @DisplayName("C54: without a price a budget is not skipped, and a call is not free")
  void noPrice() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.json(200, Chats.plain("m", "hello")))) {
      try (var station =
          new PaidYaml(c1).price("").account("dailyUsd: 1.00").start(folder.resolve("a"))) {
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("price_unknown");
        assertThat(c1.requests()).isEmpty();
      }
      try (var station = new PaidYaml(c1).price("").start(folder.resolve("b"))) {
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.told("cost-usd")).isEmpty();
        assertThat(ChatRows.await(station, 1).getFirst().cost()).isEmpty();
      }
    }
  }

  @Test
  @DisplayName("C47: a project's day bounds it at the same instant too, and nobody else (B5)")
  void parallelCallsShareTheProjectsDay() throws IOException {
    var tenCents = "{\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":0.1}";
    var gate = new CompletableFuture<Void>();
    try (var c1 = ScriptedChat.start(_ -> waiting(gate, tenCents));
        var station =
            new PaidYaml(c1)
                .account("dailyUsd: 9.00, permits: 16")
                .project("app", "dailyUsd: 0.70, weight: 2")
                .total("60s")
                .start(folder)) {
      var talks = new ArrayList<Talk>();
      for (int i = 0; i < 8; i++) {
        talks.add(Talk.ask(station, bounded(149_900), "x-interlock-project: app"));
      }
      c1.awaitRequests(2);
      ChatRows.await(station, 6);
      talks.add(Talk.ask(station, bounded(149_900), "x-interlock-project: other"));
      c1.awaitRequests(3);
      gate.complete(null);
      var told = answers(talks);

      assertThat(told.getLast().status()).as("another project").isEqualTo(200);
      var refused = told.stream().filter(a -> a.status() == 402).toList();
      assertThat(refused).hasSize(6);
      assertThat(refused).extracting(Talk.Answer::code).containsOnly("budget_exhausted");
      assertThat(refused.getFirst().message()).contains("project app");
      assertThat(refused.getFirst().json().at("/error/resumesAt").asString())
          .isEqualTo("2026-01-02T00:00:00Z");
      assertThat(c1.requests()).as("nothing was sent for those").hasSize(3);
      var app = station.running().till().standing(Scope.project("app")).join();
      assertThat(app.spent()).isEqualTo(usd("0.20"));
      assertThat(Purse.standing(station).spent()).isEqualTo(usd("0.30"));
    }
  }

  @Test
  @DisplayName("A17: a project of weight 2 gets two turns where another gets one")
  void weightsAreTurns() throws IOException {
    var gate = new CompletableFuture<Void>();
    var usage = "{\"prompt_tokens\":7,\"completion_tokens\":3}";
    try (var c1 = ScriptedChat.start(_ -> waiting(gate, usage));
        var station =
            new PaidYaml(c1)
                .account("permits: 1")
                .project("heavy", "weight: 2")
                .project("light", "weight: 1")
                .total("60s")
                .permit("60s")
                .start(folder)) {
      var talks = new ArrayList<>(List.of(Talk.ask(station, PLAIN)));
      c1.awaitRequests(1);
      for (int i = 0; i < 12; i++) {
        for (var project : List.of("light", "heavy")) {
          var body = PLAIN.replace("\"hi\"", "\"%s\"".formatted(project));
          talks.add(Talk.ask(station, body, "x-interlock-project: " + project));
        }
      }
      Purse.await(station, view -> view.permits().waiting() == 24);
      gate.complete(null);
      assertThat(answers(talks)).extracting(Talk.Answer::status).containsOnly(200);

      var order =
          c1.requests().stream()
              .skip(1)
              .map(r -> r.json().contains("heavy") ? "heavy" : "light")
              .toList();
      assertThat(order).hasSize(24);
      // As long as both wait: 12 of the one and 6 of the other are 18.
      for (int turns = 3; turns <= 18; turns += 3) {
        assertThat(order.subList(0, turns).stream().filter("heavy"::equals).count())
            .as("of the first %d calls: %s", turns, order)
            .isBetween(2L * turns / 3 - 1, 2L * turns / 3 + 1);
      }
    }
  }

  @Test
  @DisplayName("B5: a caller who names no maximum can't write more than was set aside")
  void unnamedMaximum() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.json(200, Chats.plain("m", "hello")))) {
      try (var station =
          new PaidYaml(c1).account("dailyUsd: 0.02").start(folder.resolve("known"))) {
        var refused = Talk.answer(station, PLAIN);
        assertThat(refused.code()).isEqualTo("budget_exhausted");
        assertThat(refused.message()).contains("max_completion_tokens");
        assertThat(c1.requests()).isEmpty();

        assertThat(Talk.answer(station, bounded(1_000)).status()).isEqualTo(200);
        assertThat(c1.requests().getLast().json()).as("as it came").doesNotContain("16384");
      }
      var price = ", price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}";
      try (var station =
          new PaidYaml(c1).price(price).account("dailyUsd: 9").start(folder.resolve("unknown"))) {
        var refused = Talk.answer(station, PLAIN);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("maximum_unknown");
        assertThat(c1.requests()).hasSize(1);

        assertThat(Talk.answer(station, bounded(1_000)).status()).isEqualTo(200);
      }
      try (var station = new PaidYaml(c1).price(price).start(folder.resolve("free"))) {
        assertThat(Talk.answer(station, PLAIN).status()).as("without a cap").isEqualTo(200);
      }
    }
  }
}
