package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.budget.State;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An account's permits, its pauses and its refusals, as callers of chats see them.
final class PermitCasesTest {
  private static final String PLAIN = ChatCasesTest.PLAIN;
  private static final String STREAMED = ChatCasesTest.STREAMED;

  @TempDir private Path folder = Path.of("");

  private static ChatReply hello() {
    return ChatReply.json(200, Chats.plain("m", "hello"));
  }

  private static ChatReply busy(Map<String, String> headers) {
    return ChatReply.head(429, headers).bytes(Chats.error("slow down", "rate")).end();
  }

  /// The first request gets this, all others an answer.
  private static Function<Request, ChatReply> once(ChatReply first) {
    var calls = new AtomicInteger();
    return _ -> calls.getAndIncrement() == 0 ? first : hello();
  }

  private static long retryAfter(Talk.Answer answer) {
    return Long.parseLong(answer.headers().getOrDefault("retry-after", "-1"));
  }

  @Test
  @DisplayName("C31: a fallback of an account takes over from a local 429, at once")
  void cloudTakesOver() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> hello());
        var l1 = ScriptedChat.start(_ -> busy(Map.of("retry-after", "30")));
        var station = new PaidYaml(c1).localFirst("L1", l1).start(folder)) {
      var answer = Talk.answer(station, PLAIN);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.told("served-by")).isEqualTo("C1");
      assertThat(answer.told("reason")).isEqualTo("local_429");
      assertThat(l1.requests()).hasSize(1);
    }
  }

  @Test
  @DisplayName("C35: a call dearer than the balance is refused alone, and the account goes on (B8)")
  void dearCallIsRefusedAlone() throws IOException {
    var dear = "You requested up to 65536 tokens, but can only afford 30104";
    try (var c1 =
            ScriptedChat.start(
                request ->
                    request.json().contains("max_tokens")
                        ? hello()
                        : ChatReply.error(402, dear, "402"));
        var station = new PaidYaml(c1).start(folder)) {
      var first = Talk.answer(station, PLAIN);
      assertThat(first.status()).isEqualTo(402);
      assertThat(first.message()).contains("30104");
      assertThat(c1.requests()).hasSize(1);

      var second =
          Talk.answer(station, PLAIN.replace("{\"model\"", "{\"max_tokens\":1000,\"model\""));

      assertThat(second.status()).isEqualTo(200);
      Purse.await(station, view -> view.state() == State.UNKNOWN);
    }
  }

  @Test
  @DisplayName("C34: an account without money is asked once, and never again by itself (B8)")
  void noMoney() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.error(402, "Insufficient credits", "402"));
        var station = new PaidYaml(c1).account("dailyUsd: 1.00").start(folder)) {
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(402);
      for (int i = 0; i < 3; i++) {
        var answer = Talk.answer(station, PLAIN);
        assertThat(answer.status()).isEqualTo(402);
        assertThat(answer.code()).isEqualTo("upstream_out_of_credit");
      }

      assertThat(c1.requests()).hasSize(1);
      Purse.await(station, view -> view.state() == State.EXHAUSTED);
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
    }
  }

  @Test
  @DisplayName("C36: a 429 inside a 200 is a 429, and halves the permits (A11)")
  void limitInsideA200() throws IOException {
    var inside = "{\"error\":{\"code\":429,\"message\":\"slow down\"}}";
    try (var c1 = ScriptedChat.start(_ -> ChatReply.stream().events(inside).cut());
        var station =
            new PaidYaml(c1)
                .account("permits: 4")
                .permit("1ms")
                .with("attempts: 1")
                .start(folder)) {
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.status()).isEqualTo(429);
      assertThat(retryAfter(answer)).isGreaterThanOrEqualTo(1);
      assertThat(answer.code()).isEqualTo("upstream_rate_limited");
      var view = Purse.await(station, v -> v.permits().inFlight() == 0);
      assertThat(view.permits().effective()).isEqualTo(2);
      var row = ChatRows.await(station, 1).getFirst();
      assertThat(row.result().ending().word()).isEqualTo("failed");
      assertThat(row.cost()).isEmpty();
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
    }
  }

  @Test
  @DisplayName("C37: what the caller did wrong is not asked again, and a failing cloud thrice")
  void fewRequests() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.error(404, "no such model", "nope"));
        var station = new PaidYaml(c1).start(folder)) {
      var gone = Talk.answer(station, PLAIN);
      assertThat(gone.status()).isEqualTo(404);
      assertThat(c1.requests()).hasSize(1);

      c1.answering(_ -> ChatReply.error(503, "overloaded", "x"));
      Talk.Answer answer;
      try (var talk = Talk.ask(station, PLAIN)) {
        for (int request = 2; request <= 3; request++) {
          ChatRows.await(station, request);
          ChatRows.passEventLoop(station);
          station.time().advance(Duration.ofMillis(600));
          c1.awaitRequests(request + 1);
        }
        answer = talk.answer();
      }

      assertThat(answer.status()).isIn(502, 503);
      assertThat(c1.requests().size()).isLessThanOrEqualTo(1 + 3);
      assertThat(ChatRows.of(station)).hasSize(c1.requests().size());
      assertThat(Purse.standing(station).reserved()).isEqualTo(NanoUsd.ZERO);
    }
  }

  @Test
  @DisplayName("C38: our own limit and the provider's are two words, and each names itself")
  void whoseLimit() throws IOException {
    var gate = new CompletableFuture<Void>();
    try (var c1 =
            ScriptedChat.start(
                _ -> ChatReply.silence().until(gate).head(200).bytes(Chats.plain("m", "a")).end());
        var station =
            new PaidYaml(c1).account("permits: 1").permit("1s").total("10s").start(folder);
        var first = Talk.ask(station, PLAIN)) {
      c1.awaitRequests(1);
      try (var second = Talk.ask(station, PLAIN)) {
        Purse.await(station, v -> v.permits().waiting() == 1);
        station.time().advance(Duration.ofSeconds(1));
        var ours = second.answer();

        assertThat(ours.status()).isEqualTo(429);
        assertThat(ours.code()).isEqualTo("account_budget_wait");
        assertThat(retryAfter(ours)).isGreaterThanOrEqualTo(1);
        assertThat(ours.message()).contains("the limit is ours");
        assertThat(c1.requests()).hasSize(1);
      }
      gate.complete(null);
      assertThat(first.answer().status()).isEqualTo(200);
    }
    try (var c1 = ScriptedChat.start(_ -> busy(Map.of("retry-after", "20")));
        var station = new PaidYaml(c1).with("attempts: 1").start(folder.resolve("b"))) {
      var theirs = Talk.answer(station, PLAIN);

      assertThat(theirs.status()).isEqualTo(429);
      assertThat(theirs.code()).isEqualTo("upstream_rate_limited");
      assertThat(retryAfter(theirs)).isEqualTo(20);
      assertThat(theirs.message()).contains("route C1");
    }
  }

  @Test
  @DisplayName("C39: an account that rests is not asked, and the caller is told for how long")
  void restingAccount() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> busy(Map.of("retry-after", "18")));
        var station = new PaidYaml(c1).with("attempts: 1").start(folder)) {
      Talk.answer(station, PLAIN);
      var view = Purse.await(station, v -> v.cooldownUntilNanos().isPresent());
      var left = view.cooldownUntilNanos().orElseThrow() - station.time().nanos();
      station.time().advance(Duration.ofNanos(left).minusMillis(17_200));

      var answer = Talk.answer(station, PLAIN);

      assertThat(answer.status()).isEqualTo(429);
      assertThat(retryAfter(answer)).isEqualTo(18);
      assertThat(answer.json().at("/error/retryAfter").asInt()).isEqualTo(18);
      assertThat(c1.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Wed, 99 Foo 2026", "-5", "120junk", ""})
  @DisplayName("C40: a Retry-After that can't be read is none, and never a retry at once")
  void unreadableRetryAfter(String value) throws IOException {
    secondRequest(Map.of("retry-after", value));
  }

  @Test
  @DisplayName("C42: a reset time in the past is no time to wait")
  void resetInThePast() throws IOException {
    secondRequest(Map.of("x-ratelimit-reset", "1767225570"));
  }

  private void secondRequest(Map<String, String> headers) throws IOException {
    try (var c1 = ScriptedChat.start(once(busy(headers)));
        var station = new PaidYaml(c1).start(folder);
        var log = LogWatch.start();
        var talk = Talk.ask(station, PLAIN)) {
      c1.awaitRequests(1);
      ChatRows.await(station, 1);
      station.time().advance(Duration.ofMillis(500));
      var view = Purse.await(station, v -> v.permits().waiting() == 1);
      assertThat(c1.requests()).as("never sooner than 500 ms").hasSize(1);
      var left = view.cooldownUntilNanos().orElseThrow() - station.time().nanos();
      station.time().advance(Duration.ofNanos(left));

      assertThat(talk.answer().status()).isEqualTo(200);
      assertThat(c1.requests()).hasSize(2);
      assertThat(station.time().elapsed()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  @DisplayName("C41: a pause of hours is kept, and told to every caller at once (A11)")
  void longPause() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> busy(Map.of("retry-after", "10800")));
        var station = new PaidYaml(c1).permit("5s").start(folder)) {
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(429);
      Purse.await(station, v -> v.cooldownUntilNanos().isPresent());
      for (int i = 0; i < 12; i++) {
        station.time().advance(Duration.ofSeconds(10));
        var answer = Talk.answer(station, PLAIN);

        assertThat(answer.status()).isEqualTo(429);
        assertThat(retryAfter(answer)).isBetween(10_670L, 10_800L);
      }
      assertThat(c1.requests()).hasSize(1);
    }
  }

  @Test
  @DisplayName("C46: a refused key is 502 once, then nobody is asked until another is pushed")
  void refusedKey() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.error(401, "Incorrect API key", "invalid"));
        var station = new PaidYaml(c1).start(folder)) {
      var first = Talk.answer(station, PLAIN);
      assertThat(first.status()).isEqualTo(502);
      assertThat(first.code()).isEqualTo("upstream_auth");

      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(503);

      assertThat(c1.requests()).hasSize(1);
      Purse.await(station, view -> view.state() == State.KEY_REFUSED);
    }
  }

  @Test
  @DisplayName("C48: after time-outs all permits are free, with no restart")
  void timeOutsLeaveNothingBehind() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.silence());
        var station = new PaidYaml(c1).account("permits: 4").with("attempts: 1").start(folder)) {
      var talks = new ArrayList<Talk>();
      for (int i = 0; i < 4; i++) {
        talks.add(Talk.ask(station, PLAIN));
      }
      c1.awaitRequests(4);
      station.time().advance(Duration.ofMillis(2_100));
      for (var talk : talks) {
        assertThat(talk.answer().status()).isEqualTo(504);
        talk.close();
      }
      assertThat(Talk.answer(station, "{").status()).isEqualTo(400);
      assertThat(Talk.answer(station, PLAIN.replace("coder", "nobody")).status()).isEqualTo(404);
      c1.answering(_ -> hello());

      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);

      var permits = Purse.await(station, v -> v.permits().inFlight() == 0).permits();
      assertThat(permits.effective()).isEqualTo(4);
      assertThat(station.running().till().lost())
          .as("nobody knows whether the four are billed")
          .hasSize(4);
    }
  }

  @Test
  @DisplayName("C49: whoever calls, an account never has more calls at once than permits (A8)")
  void neverMoreThanPermits() throws IOException, InterruptedException {
    var gates = new LinkedBlockingQueue<CompletableFuture<Void>>();
    try (var c1 = ScriptedChat.start(_ -> gated(gates));
        var station =
            new PaidYaml(c1).account("permits: 8").total("60s").permit("60s").start(folder)) {
      var talks = new ArrayList<Talk>();
      for (int i = 0; i < 24; i++) {
        talks.add(Talk.ask(station, PLAIN, "x-interlock-project: p" + i % 3));
      }
      Purse.await(station, v -> v.permits().inFlight() == 8 && v.permits().waiting() == 16);
      for (int done = 0; done < 24; done++) {
        assertThat(c1.requests().size()).isLessThanOrEqualTo(8 + done);
        gates.take().complete(null);
        int left = Math.min(8, 23 - done);
        Purse.await(station, v -> v.permits().inFlight() == left);
        c1.awaitRequests(Math.min(24, 9 + done));
      }
      for (var talk : talks) {
        assertThat(talk.answer().status()).isEqualTo(200);
        talk.close();
      }
    }
  }

  private static ChatReply gated(Queue<CompletableFuture<Void>> gates) {
    var gate = new CompletableFuture<Void>();
    gates.add(gate);
    return ChatReply.silence().until(gate).head(200).bytes(Chats.plain("m", "a")).end();
  }

  @Test
  @DisplayName("C60: who leaves a silent call gives the permit back, and closes the connection")
  void leaverGivesBack() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.silence());
        var station = new PaidYaml(c1).account("permits: 1").total("60s").start(folder)) {
      try (var talk = Talk.ask(station, PLAIN)) {
        c1.awaitRequests(1);
        talk.leave();
      }
      c1.awaitAbandoned(1);

      Purse.await(station, v -> v.permits().inFlight() == 0);
      assertThat(ChatRows.endings(ChatRows.await(station, 1))).containsExactly("C1 cancelled");
      assertThat(station.running().till().lost()).hasSize(1);
    }
  }

  @Test
  @DisplayName("C60: who leaves while waiting for a permit leaves nothing behind")
  void leaverWhileWaiting() throws IOException {
    try (var c1 = ScriptedChat.start(_ -> ChatReply.silence());
        var station =
            new PaidYaml(c1).account("permits: 1").total("60s").permit("60s").start(folder);
        var first = Talk.ask(station, PLAIN)) {
      c1.awaitRequests(1);
      var before = Purse.standing(station).reserved();
      try (var talk = Talk.ask(station, PLAIN)) {
        Purse.await(station, v -> v.permits().waiting() == 1);
        talk.leave();
      }

      Purse.await(station, v -> v.permits().waiting() == 0);
      assertThat(ChatRows.endings(ChatRows.await(station, 1))).containsExactly("C1 cancelled");
      assertThat(Purse.standing(station).reserved()).isEqualTo(before);
      assertThat(c1.requests()).hasSize(1);
      first.leave();
    }
  }

  @Test
  @DisplayName("C64: streams that fall silent give their permits back")
  void stalledStreams() throws IOException {
    try (var c1 =
            ScriptedChat.start(
                _ ->
                    ChatReply.stream()
                        .events(Chats.role("m"), Chats.text("m", "a"), Chats.text("m", "b")));
        var station = new PaidYaml(c1).account("permits: 8").total("60s").start(folder)) {
      var talks = new ArrayList<Talk>();
      for (int i = 0; i < 8; i++) {
        talks.add(Talk.ask(station, STREAMED));
      }
      for (var talk : talks) {
        talk.readUntil("\"b\"");
      }
      station.time().advance(Duration.ofMillis(2_100));
      for (var talk : talks) {
        assertThat(talk.answer().events()).last().asString().contains("upstream_stalled");
        talk.close();
      }

      Purse.await(station, v -> v.permits().inFlight() == 0);
      c1.awaitAbandoned(8);
      assertThat(ChatRows.await(station, 8)).allMatch(r -> r.cost().isPresent());
    }
  }
}
