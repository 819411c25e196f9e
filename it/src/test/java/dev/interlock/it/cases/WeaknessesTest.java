package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Failures of other systems that no field case has, by their number in
/// docs/reference/peer-weaknesses.md.
final class WeaknessesTest {
  private static final VectorFunction TRUE = VectorFunction.hashing(8);

  @TempDir private Path folder = Path.of("");

  private Station station(Yaml yaml) throws IOException {
    return Station.start(folder.resolve("home"), yaml.toString());
  }

  @Test
  @DisplayName("A6 (1): another policy moves no query: its encoder is refused, and gets no text")
  void policyMovesNoQuery() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE.turned(12)))) {
      try (var station = station(new Yaml().local("L1", l1).policy("local"))) {
        assertThat(station.indexed(root).path("stored").asInt()).isEqualTo(20);
      }
      try (var station = station(new Yaml().local("L1", l1).cloud("C1", c1).policy("cloud"))) {
        assertThat(station.gate("C1", TableName.DOCS).path("verdict").asString())
            .isEqualTo("refused");
        assertThat(station.search("word7", "vector").status()).isIn(409, 503);
        assertThat(c1.texts()).noneMatch(text -> text.contains("word7"));
        assertThat(station.search("word7", "lexical").json().at("/hits/0/path").asString())
            .isEqualTo("n0007.md");
      }
      try (var station = station(new Yaml().local("L1", l1).policy("local"))) {
        station.gate("L1", TableName.DOCS);
        var hit = station.search("Note word7 on matter49.", "vector").json().at("/hits/0");
        assertThat(hit.path("path").asString()).isEqualTo("n0007.md");
      }
    }
  }

  @Test
  @DisplayName("A2 (17): under cloud nothing falls back to a local route, neither query nor job")
  void cloudNeverFallsBackToLocal() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = station(new Yaml().local("L1", l1).cloud("C1", c1).policy("cloud"))) {
      for (var table : TableName.values()) {
        assertThat(station.gate("C1", table).path("verdict").asString()).isEqualTo("admitted");
      }
      c1.stop();

      assertThat(station.embed("a text").status()).isIn(502, 503);
      assertThat(station.embed("a text").status()).isEqualTo(503);
      assertThat(station.index(root).status()).isEqualTo(503);
      assertThat(l1.requests()).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "A2, B8 (17): a job whose cloud goes in the middle waits, and no local route takes it")
  void runningJobWaitsForItsCloud() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 120);
    var left = new AtomicInteger(40);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station = station(new Yaml().local("L1", l1).cloud("C1", c1).policy("cloud"))) {
      station.gate("C1", TableName.DOCS);
      c1.answering(
          Scripts.of(TRUE).except(r -> left.addAndGet(-r.texts().size()) < 0, new Reply.Drop()));
      var id = station.index(root).json().path("job").path("id").asString();
      station.awaitJob(id, job -> job.path("state").asString().equals("paused_no_provider"));

      assertThat(station.embed("a text").status()).isIn(502, 503);
      assertThat(l1.requests()).isEmpty();
    }
  }

  @Test
  @DisplayName("A2 (9): settings that can't be read serve nothing, and change nothing of before")
  void unreadableSettingsServeNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      var sound = new Yaml().local("L1", l1).policy("local").toString();
      try (var station = Station.start(folder.resolve("home"), sound)) {
        station.indexed(root);
      }
      l1.forget();
      for (var broken : new String[] {"policy: lokal", "policy: [local]", "policy: local, x: 1"}) {
        var yaml = sound.replace("policy: local", broken);
        try (var server = ServerProcess.launch(folder.resolve("home"), yaml)) {
          assertThat(server.exitCode()).as(server.output()).isEqualTo(2);
          assertThat(server.output()).contains("roles.code-embedding");
        }
      }
      assertThat(l1.requests()).isEmpty();
    }
  }

  @Test
  @DisplayName("A2 (41): a route's name says nothing of where it stands")
  void namesSayNothing() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            station(
                new Yaml()
                    .local("openrouter-cloud-OR-Embedding", l1)
                    .cloud("local-gpu", c1)
                    .policy("local"))) {
      assertThat(
              station
                  .gate("openrouter-cloud-OR-Embedding", TableName.DOCS)
                  .path("verdict")
                  .asString())
          .isEqualTo("admitted");
      assertThat(station.gate("local-gpu", TableName.DOCS).path("verdict").asString())
          .isEqualTo("excluded");
      assertThat(c1.requests()).isEmpty();
    }
  }

  @Test
  @DisplayName("A9 (25): the mean round trip counts the wire, and not what was waited for a permit")
  void waitingIsNoLatency() throws IOException {
    var gates = new LinkedBlockingQueue<CompletableFuture<Void>>();
    try (var c1 = ScriptedChat.start(_ -> gated(gates));
        var station =
            new PaidYaml(c1).account("permits: 1").permit("9s").total("9s").start(folder);
        var first = Talk.ask(station, ChatCasesTest.PLAIN)) {
      c1.awaitRequests(1);
      try (var second = Talk.ask(station, ChatCasesTest.PLAIN)) {
        Purse.await(station, view -> view.permits().waiting() == 1);
        station.time().advance(Duration.ofSeconds(1));
        gates.remove().complete(null);
        assertThat(first.answer().status()).isEqualTo(200);
        c1.awaitRequests(2);
        gates.remove().complete(null);
        assertThat(second.answer().status()).isEqualTo(200);
      }

      var view = Purse.await(station, v -> v.permits().inFlight() == 0);
      // Of 2 s at first, a fifth of the way to 1 s, and then to nothing.
      assertThat(view.meanLatencyNanos()).isBetween(1_400_000_000L, 1_480_000_000L);
    }
  }

  private static ChatReply gated(Queue<CompletableFuture<Void>> gates) {
    var gate = new CompletableFuture<Void>();
    gates.add(gate);
    return ChatReply.silence().until(gate).head(200).bytes(Chats.plain("m", "a")).end();
  }
}
