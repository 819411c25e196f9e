package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static dev.interlock.it.cases.ChatCasesTest.always;
import static dev.interlock.it.cases.ChatCasesTest.hello;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Callers who leave, connections that die, engines that say nothing.
final class LeavingCasesTest {
  private static final int CALLERS = 50;

  @TempDir private Path folder = Path.of("");

  private Station station(ScriptedChat... engines) throws IOException {
    var yaml = new ChatYaml().total("60s");
    for (int i = 0; i < engines.length; i++) {
      yaml.local("L" + (i + 1), engines[i]);
    }
    return Station.start(folder, yaml.toString());
  }

  @Test
  @DisplayName(
      "C60: a caller who leaves a silent engine ends the engine's call, and no limit has to")
  void leavingEndsTheCall() throws IOException {
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var station = station(l1)) {
      var talk = Talk.ask(station, PLAIN);
      l1.awaitRequests(1);
      talk.leave();
      l1.awaitAbandoned(1);
      l1.awaitOpen(0);
      var rows = ChatRows.await(station, 1);

      assertThat(ChatRows.endings(rows)).containsExactly("L1 cancelled");
      assertThat(rows.getFirst().span().totalNanos()).as("time has stood still").isZero();
    }
  }

  @Test
  @DisplayName("C62: fifty callers who leave their streams leave nothing behind, twenty times over")
  void leavingLeavesNothing() throws IOException {
    var never = new CompletableFuture<Void>();
    try (var l1 =
            ScriptedChat.start(
                always(ChatReply.stream().events(Chats.text("m", "one")).until(never)));
        var station = station(l1)) {
      int threads = 0;
      for (int round = 1; round <= 20; round++) {
        var talks = new ArrayList<Talk>();
        for (int i = 0; i < CALLERS; i++) {
          talks.add(Talk.ask(station, STREAMED));
        }
        for (var talk : talks) {
          talk.readUntil("one");
          talk.leave();
        }
        l1.awaitAbandoned(CALLERS * round);
        l1.awaitOpen(0);
        var rows = ChatRows.await(station, CALLERS * round);
        assertThat(ChatRows.endings(rows)).containsOnly("L1 cancelled").hasSize(CALLERS * round);
        int now = Thread.activeCount();
        threads = round == 1 ? now : threads;
        assertThat(now).isBetween(threads - 5, threads + 5);
      }
    }
  }

  @Test
  @DisplayName("C63: an engine that says nothing gives way to another, or is 504 by itself")
  void silenceIsGivenUp() throws IOException {
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var l2 = ScriptedChat.start(always(hello("m")))) {
      for (var routes : List.of(2, 1)) {
        l1.forget();
        var yaml = new ChatYaml().local("L1", l1);
        if (routes == 2) {
          yaml.local("L2", l2);
        }
        try (var station = Station.start(folder.resolve("h" + routes), yaml.toString());
            var talk = Talk.ask(station, PLAIN)) {
          l1.awaitRequests(1);
          station.time().advance(Duration.ofMillis(1_900));
          assertThat(ChatRows.of(station)).isEmpty();
          station.time().advance(Duration.ofMillis(200));
          var answer = talk.answer();

          assertThat(answer.status()).isEqualTo(routes == 2 ? 200 : 504);
          assertThat(ChatRows.of(station).getFirst().result().ending().word()).isEqualTo("failed");
          l1.awaitAbandoned(1);
          l1.awaitOpen(0);
        }
      }
    }
  }

  @Test
  @DisplayName("C63: an embedding engine that says nothing gives way to another, or is 504")
  void silentEmbeddingIsGivenUp() throws IOException {
    var vectors = Scripts.hashing(8);
    try (var l1 = ScriptedEmbeddings.start(vectors);
        var l2 = ScriptedEmbeddings.start(vectors)) {
      for (var routes : List.of(2, 1)) {
        l1.answering(vectors);
        var yaml = new Yaml().impatient("L1", l1, "300ms");
        if (routes == 2) {
          yaml.local("L2", l2);
        }
        try (var station = Station.start(folder.resolve("e" + routes), yaml.toString())) {
          station.gate("L1", TableName.CODE);
          if (routes == 2) {
            station.gate("L2", TableName.CODE);
          }
          l1.forget();
          l1.answering(_ -> new Reply.Hang());
          var answer = station.embed("hello");

          assertThat(l1.requests()).isNotEmpty();
          assertThat(answer.status()).isEqualTo(routes == 2 ? 200 : 504);
          if (routes == 1) {
            assertThat(answer.message()).contains("300 ms");
          }
          l1.awaitAbandoned(1);
        }
      }
    }
  }

  @Test
  @DisplayName("C66: connections that the engine closes while idle cost nobody an answer")
  void staleConnectionsAreReplaced() throws IOException {
    try (var l1 = ScriptedChat.start(always(hello("m")));
        var station = station(l1)) {
      for (int i = 0; i < 50; i++) {
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
        l1.closeIdle();
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      }
      assertThat(l1.requests()).hasSize(100);
      assertThat(ChatRows.of(station)).hasSize(100);
    }
  }

  @Test
  @DisplayName(
      "C66: a call that is reset on a kept connection is sent once more, and is one attempt")
  void resetOnAKeptConnectionIsSentOnceMore() throws IOException {
    var count = new AtomicInteger();
    try (var l1 =
            ScriptedChat.start(_ -> count.incrementAndGet() == 2 ? ChatReply.drop() : hello("m"));
        var station = station(l1)) {
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      var second = Talk.answer(station, PLAIN);

      assertThat(second.status()).isEqualTo(200);
      assertThat(second.told("attempts")).isEqualTo("1");
      assertThat(l1.requests()).hasSize(3);
      assertThat(ChatRows.endings(ChatRows.of(station)))
          .containsExactly("L1 answered", "L1 answered");
    }
  }
}
