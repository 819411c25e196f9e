package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Scope;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is left on an account, told by its provider or declared, and who hears that it ends.
final class BalanceCasesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir private Path folder = Path.of("");
  private final List<JsonNode> told = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private HttpServer hook;

  @BeforeEach
  void listen() throws IOException {
    hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hook.createContext(
        "/alarms",
        exchange -> {
          var body = JSON.readTree(exchange.getRequestBody().readAllBytes());
          boolean refused = refusals.getAndDecrement() > 0;
          if (!refused) {
            told.add(body);
          }
          exchange.sendResponseHeaders(refused ? 503 : 204, -1);
          exchange.close();
        });
    hook.start();
  }

  @AfterEach
  void hangUp() {
    hook.stop(0);
  }

  private Station start(ScriptedChat cloud, String balance) throws IOException {
    return startWith(cloud, ", balanceUsd: " + balance);
  }

  private Station startWith(ScriptedChat cloud, String more) throws IOException {
    return startAs("openai", cloud, more);
  }

  private Station startAs(String kind, ScriptedChat cloud, String more) throws IOException {
    return Station.start(
        folder.resolve("home"),
        """
        alarms: {webhook: "http://127.0.0.1:%d/alarms"}
        ledger: {keep: 5d}
        accounts:
          c1: {kind: %s, url: "%s"%s}
        routes:
          paid: {account: c1, model: m, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}}
        profiles:
          coder: {kind: generate, tiers: [{routes: [paid]}], attempts: 1}
        """
            .formatted(hook.getAddress().getPort(), kind, cloud.url(), more));
  }

  private static void push(Station station) {
    assertThat(station.post("/api/v1/accounts/c1/key", "{\"key\":\"tok-0001\"}").status())
        .isEqualTo(200);
  }

  /// Lists one model, and takes half a dollar for each chat.
  private static ChatReply cloud(Request request) {
    return request.path().equals("/v1/models")
        ? ChatReply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"m\"}]}")
        : ChatReply.json(
            200,
            Chats.plain("m", "hello")
                .replaceFirst(
                    "\"usage\":\\{[^}]*}",
                    "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":0.5}"));
  }

  private static JsonNode account(Station station) {
    for (var account : station.get("/api/v1/accounts").json().path("accounts")) {
      if (account.path("name").asString().equals("c1")) {
        return account;
      }
    }
    throw new AssertionError("no account c1");
  }

  private static void await(BooleanSupplier wanted, String what) {
    await(wanted, () -> what);
  }

  private static void await(BooleanSupplier wanted, Supplier<String> what) {
    long start = System.nanoTime();
    while (!wanted.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError(what.get());
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  private static void awaitCredit(Station station, double dollars) {
    await(
        () -> account(station).path("credit").asDouble(-1) == dollars,
        () -> "credit becomes %s: %s".formatted(dollars, account(station)));
  }

  /// So many chats, five minutes later the account is looked at again.
  private void spend(Station station, int chats) {
    var rows = new TillRows(folder.resolve("home"));
    long before = rows.spentNanos("c1");
    for (int i = 0; i < chats; i++) {
      try {
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    await(
        () -> {
          station.time().advance(Duration.ofMillis(10));
          return rows.spentNanos("c1") == before + chats * 500_000_000L;
        },
        "it is settled");
    station.time().advance(Duration.ofMinutes(5));
  }

  /// A webhook that did not take an alarm is told again, which wants time to pass.
  private void awaitTold(Station station, String kind) {
    await(
        () -> {
          station.time().advance(Duration.ofMillis(500));
          return kinds().contains(kind);
        },
        () -> "the webhook is told %s, not only %s".formatted(kind, kinds()));
  }

  private List<String> kinds() {
    return told.stream().map(alarm -> alarm.path("kind").asString()).toList();
  }

  @Test
  @DisplayName("B8: a declared balance falls by what is spent, and three alarms tell of its end")
  void declaredBalanceRunsOut() throws IOException {
    refusals.set(2);
    try (var cloud = ScriptedChat.start(BalanceCasesTest::cloud)) {
      try (var station = start(cloud, "3.00")) {
        push(station);
        awaitCredit(station, 3.00);
        spend(station, 3);
        awaitCredit(station, 1.50);
        assertThat(account(station).path("burnUsdPerHour").asDouble()).isBetween(17.0, 18.1);
        assertThat(account(station).path("runsOutAt").asString()).startsWith("2026-01-01T00:1");

        await(() -> refusals.get() == 1, "the webhook is told, and refuses");
        assertThat(told).isEmpty();
        awaitTold(station, "runs_out");

        spend(station, 1);
        awaitCredit(station, 1.00);
        awaitTold(station, "low");
        spend(station, 2);
        awaitCredit(station, 0.00);
        awaitTold(station, "exhausted");
        int sent = cloud.requests().size();
        assertThat(Talk.answer(station, PLAIN).code()).isEqualTo("upstream_out_of_credit");
        assertThat(cloud.requests()).hasSize(sent);
        assertThat(kinds())
            .filteredOn(kind -> !kind.equals("lease_expired"))
            .as("once each; a lease may end as time is moved")
            .containsExactlyInAnyOrder("runs_out", "low", "exhausted");
        assertThat(told).allSatisfy(a -> assertThat(a.path("account").asString()).isEqualTo("c1"));
      }
      try (var station = start(cloud, "3.00")) {
        push(station);
        awaitCredit(station, 0.00);
      }
      try (var station = start(cloud, "20.00")) {
        push(station);
        awaitCredit(station, 20.00);
        assertThat(account(station).path("state").asString()).isEqualTo("funded");
      }
    }
  }

  /// As DeepSeek tells it: amounts are strings, and nothing is at any other path.
  private static ChatReply deepseek(Request request, boolean available, String dollars) {
    return switch (request.path()) {
      case "/user/balance" ->
          ChatReply.json(
              200,
              """
              {"is_available":%s,"balance_infos":[
                {"currency":"CNY","total_balance":"110.00",
                 "granted_balance":"10.00","topped_up_balance":"100.00"},
                {"currency":"USD","total_balance":"%s",
                 "granted_balance":"1.00","topped_up_balance":"0.00"}]}
              """
                  .formatted(available, dollars));
      case "/v1/chat/completions" -> cloud(request);
      default -> ChatReply.error(404, "not here", "404");
    };
  }

  private static void becomes(Station station, String state, double dollars) {
    station.passUntil(
        Duration.ofSeconds(10),
        () ->
            account(station).path("state").asString().equals(state)
                && account(station).path("credit").asDouble(-1) == dollars,
        () -> "%s with %s: %s".formatted(state, dollars, account(station)));
  }

  @Test
  @DisplayName("B8: DeepSeek's balance, asked at the host's root, says what an account may do")
  void deepseekTellsItsBalance() throws IOException {
    try (var cloud = ScriptedChat.start(r -> deepseek(r, true, "14.25"));
        var station = startAs("deepseek", cloud, "")) {
      push(station);
      awaitCredit(station, 14.25);
      assertThat(account(station).path("state").asString()).isEqualTo("funded");
      assertThat(account(station).path("creditWhy").asString()).isEqualTo("told by the provider");
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);

      cloud.answering(r -> deepseek(r, true, "0.50"));
      becomes(station, "low", 0.50);
      assertThat(Talk.answer(station, PLAIN).status()).as("little is not nothing").isEqualTo(200);

      cloud.answering(r -> deepseek(r, false, "0.25"));
      becomes(station, "exhausted", 0.25);
      awaitTold(station, "exhausted");
      var refused = Talk.answer(station, PLAIN);
      assertThat(refused.status()).isEqualTo(402);
      assertThat(refused.code()).isEqualTo("upstream_out_of_credit");

      cloud.answering(r -> deepseek(r, true, "20.00"));
      becomes(station, "funded", 20.00);
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      assertThat(cloud.requests())
          .extracting(r -> r.method() + " " + r.path())
          .containsOnly("GET /user/balance", "POST /v1/chat/completions");
      assertThat(cloud.requests())
          .allMatch(r -> "Bearer tok-0001".equals(r.headers().get("authorization")));
    }
  }

  @Test
  @DisplayName("B8: where no balance is known, the burn is what calls cost")
  void burnWithoutABalance() throws IOException {
    try (var cloud = ScriptedChat.start(BalanceCasesTest::cloud);
        var station = startWith(cloud, "")) {
      push(station);
      await(() -> !account(station).path("creditWhy").asString().contains("yet"), "a look");
      assertThat(account(station).path("burnUsdPerHour").isNull()).isTrue();
      spend(station, 3);
      await(
          () -> !account(station).path("burnUsdPerHour").isNull(),
          () -> "a burn: " + account(station));
      assertThat(account(station).path("burnUsdPerHour").asDouble()).isBetween(17.0, 18.1);
      assertThat(account(station).path("credit").isNull()).isTrue();
      assertThat(account(station).path("runsOutAt").isNull()).isTrue();
    }
  }

  @Test
  @DisplayName("B5: settled calls are removed when the ledger's time is over, and no day forgets")
  void settledRowsExpire() throws IOException {
    try (var cloud = ScriptedChat.start(BalanceCasesTest::cloud);
        var station = start(cloud, "900.00")) {
      push(station);
      awaitCredit(station, 900.00);
      spend(station, 2);
      var rows = new TillRows(folder.resolve("home"));
      await(() -> rows.all().size() == 2, "two rows");

      station.time().advance(Duration.ofDays(4));
      assertThat(rows.all()).hasSize(2);
      spend(station, 1);
      station.time().advance(Duration.ofDays(2));
      await(() -> rows.all().size() == 1, "the old rows are gone");

      assertThat(rows.spentNanos("c1")).isEqualTo(500_000_000L);
      assertThat(station.running().till().standing(Scope.account("c1")).join().reserved())
          .isEqualTo(NanoUsd.ZERO);
      awaitCredit(station, 898.50);
    }
  }
}
