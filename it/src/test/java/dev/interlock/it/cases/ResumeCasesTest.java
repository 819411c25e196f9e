package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A job that was ended by force goes on where it stood; one that failed can be started again.
@Execution(ExecutionMode.CONCURRENT)
final class ResumeCasesTest {
  private static final int CHUNKS = 300;

  /// Texts of one durable batch (`Embedding.COMMIT_TEXTS`).
  private static final int BATCH = 512;

  private static final int IN_FLIGHT = 64;

  /// Texts of one call at the most.
  private static final int BATCH_TEXTS = 16;

  /// Of the texts that an engine answered before it stalled, so many may not be stored: a call that
  /// a canary splits comes back whole or not yet.
  private static final int HELD_BACK = 2 * BATCH_TEXTS;

  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml()
        .local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: %d".formatted(BATCH_TEXTS))
        .toString();
  }

  private static boolean note(String text) {
    return text.startsWith("Note word");
  }

  private static int notes(ScriptedEmbeddings l1) {
    return (int) l1.texts().stream().filter(ResumeCasesTest::note).count();
  }

  /// Answers so many notes, and holds every batch beyond.
  private static Script answering(int notes) {
    var left = new AtomicInteger(notes);
    return Scripts.hashing(8)
        .except(
            r -> r.texts().stream().anyMatch(ResumeCasesTest::note) && !taken(left, r.texts()),
            new Reply.Hang());
  }

  private static boolean taken(AtomicInteger left, List<String> texts) {
    int count = (int) texts.stream().filter(ResumeCasesTest::note).count();
    return left.addAndGet(-count) >= 0;
  }

  @Test
  @DisplayName("C75, B8: kill -9 late in a job costs at most a batch; it goes on by itself, whole")
  void killedJobGoesOn() throws IOException {
    int chunks = 1_000;
    var root = Tree.notes(folder.resolve("root"), chunks);
    try (var l1 = ScriptedEmbeddings.start(answering(944))) {
      String id;
      int left;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        id = server.index(root);
        var late = server.awaitJob(id, job -> job.path("stored").asInt() > 944 - HELD_BACK);
        left = chunks - late.path("stored").asInt();
        server.kill();
      }
      l1.answering(Scripts.hashing(8));
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(server.index(root)).isEqualTo(id);
        var job = server.ended(id);
        assertThat(Found.state(job)).isEqualTo("completed");
        assertThat(job.path("reason").asString())
            .isEqualTo(
                "went on after a sudden end of the server: at most %d texts are embedded again"
                    .formatted(left));
        assertThat(server.output()).contains("at most %d texts are embedded again".formatted(left));
        whole(server, id, chunks);
      }
      sentTwice(l1, chunks, left);
    }
  }

  @Test
  @DisplayName("B8: kill -9 between two batches costs no text of a full one")
  void killedBetweenBatches() throws IOException {
    int chunks = 3 * BATCH;
    var root = Tree.notes(folder.resolve("root"), chunks);
    try (var l1 = ScriptedEmbeddings.start(answering(2 * BATCH - 16))) {
      int stored;
      String id;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        id = server.index(root);
        stored = server.awaitJob(id, job -> job.path("stored").asInt() > 0).path("stored").asInt();
        server.kill();
      }
      l1.answering(Scripts.hashing(8));
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(server.ended(id))).isEqualTo("completed");
        whole(server, id, chunks);
      }
      sentTwice(l1, chunks, 2 * BATCH - 16 - stored + IN_FLIGHT);
    }
  }

  @Test
  @DisplayName(
      "B8: a server that ends in good order keeps what came back; no sudden end is told of")
  void endedInGoodOrder() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(answering(112))) {
      String id;
      try (var station = Station.start(home, yaml(l1))) {
        id = station.index(root).json().path("job").path("id").asString();
        station.awaitJob(id, _ -> notes(l1) > 112);
      }
      l1.answering(Scripts.hashing(8));
      try (var station = Station.start(home, yaml(l1))) {
        var job = station.awaitJob(id, j -> Found.state(j).equals("completed"));
        assertThat(job.path("reason").asString()).isEmpty();
      }
      sentTwice(l1, CHUNKS, IN_FLIGHT);
    }
  }

  @Test
  @DisplayName("B8: answers before an engine stalls are stored in time, whether or not more come")
  void stalledEngineHoldsNothingBack() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(answering(112));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var id = station.index(root).json().path("job").path("id").asString();
      station.awaitJob(id, _ -> notes(l1) > 112);
      var job =
          station.awaitJob(
              id,
              seen -> {
                station.time().advance(Duration.ofSeconds(1));
                return seen.path("stored").asInt() > 112 - HELD_BACK;
              });
      assertThat(Found.state(job)).isEqualTo("running");
    }
  }

  private static void whole(ServerProcess server, String id, int chunks) {
    var verify = server.get("/api/v1/jobs/" + id + "/verify");
    assertThat(verify.json().path("expected").asInt()).isEqualTo(chunks);
    assertThat(verify.json().path("stored").asInt()).isEqualTo(chunks);
    assertThat(Found.missing(verify)).isEmpty();
    assertThat(server.get("/api/v1/tables").json().path("tables").valueStream())
        .anySatisfy(
            table -> {
              assertThat(table.path("texts").asInt()).isEqualTo(chunks);
              assertThat(table.path("stored").asInt()).isEqualTo(chunks);
            });
  }

  private static void sentTwice(ScriptedEmbeddings l1, int chunks, int most) {
    var times = new HashMap<String, Integer>();
    l1.texts().stream().filter(ResumeCasesTest::note).forEach(t -> times.merge(t, 1, Integer::sum));
    assertThat(times).hasSize(chunks);
    assertThat(times.values()).allMatch(count -> count <= 2);
    assertThat(times.values().stream().filter(count -> count == 2).count())
        .isLessThanOrEqualTo(most);
  }

  private static boolean further(int stored, int before) {
    return stored == CHUNKS || stored > before + 144 - HELD_BACK;
  }

  @Test
  @DisplayName("C75: a job killed in every run gets further in every run, and ends")
  void everyRunGetsFurther() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      int stored = 0;
      String id = "";
      while (stored < CHUNKS) {
        l1.answering(answering(144));
        try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
          int before = stored;
          id = server.index(root);
          stored =
              server
                  .awaitJob(id, job -> further(job.path("stored").asInt(), before))
                  .path("stored")
                  .asInt();
          server.kill();
        }
      }
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(server.ended(id))).isEqualTo("completed");
        whole(server, id, CHUNKS);
      }
    }
  }

  @Test
  @DisplayName("B8: kill -9 in the middle, with answers on their way, loses no committed row")
  void killedInTheMiddle() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(answering(112))) {
      String id;
      int stored;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        id = server.index(root);
        stored = server.awaitJob(id, job -> job.path("stored").asInt() > 0).path("stored").asInt();
        server.kill();
      }
      l1.answering(Scripts.hashing(8));
      int sentBefore = notes(l1);
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(server.ended(id))).isEqualTo("completed");
        whole(server, id, CHUNKS);
      }
      assertThat(notes(l1) - sentBefore).isBetween(CHUNKS - 112, CHUNKS - stored);
      sentTwice(l1, CHUNKS, 112 - stored + IN_FLIGHT);
    }
  }

  @Test
  @DisplayName("B8: rows deleted by hand are named by verify, and the next run mends exactly those")
  void deletedRowsAreNamedAndMended() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    var lost = IntStream.rangeClosed(1, 9).mapToObj("n%04d.md"::formatted).toList();
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var id = station.indexed(root).path("id").asString();
      l1.forget();

      var deleted = station.post("/api/v1/rows/delete", "{\"path\":\"n000*.md\"}");
      var verify = station.get("/api/v1/jobs/" + id + "/verify");
      assertThat(deleted.json().path("deleted").asInt()).isEqualTo(9);
      assertThat(verify.json().path("stored").asInt()).isEqualTo(11);
      assertThat(Found.missing(verify)).containsExactlyInAnyOrderElementsOf(lost);

      var mended = station.indexed(root);
      assertThat(Found.state(mended)).isEqualTo("completed");
      assertThat(mended.path("embedded").asInt()).isEqualTo(9);
      assertThat(l1.texts().stream().filter(ResumeCasesTest::note))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.rangeClosed(1, 9).mapToObj(Tree::text).toList());
      assertThat(Found.missing(station.get("/api/v1/jobs/" + id + "/verify"))).isEmpty();
    }
  }

  @Test
  @DisplayName("C76: empty and blank files are skipped, and never offered again")
  void blankFilesAreSkipped() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, ".keep", "");
    Tree.file(root, "blank.md", "\n\n\n");
    Tree.file(root, "note.md", Tree.text(1) + "\n");
    var strict = Scripts.hashing(8).exceptForText(String::isBlank, Reply.status(400, "blank"));
    try (var l1 = ScriptedEmbeddings.start(strict);
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(Found.skipped(station, job))
          .isEqualTo(Map.of(".keep", "empty", "blank.md", "empty"));
      assertThat(l1.texts()).noneMatch(String::isBlank);

      var again = station.indexed(root);
      assertThat(Found.state(again)).isEqualTo("completed");
      assertThat(again.path("embedded").asInt()).isZero();
      assertThat(new HashSet<>(l1.texts())).noneMatch(String::isBlank);
      assertThat(notes(l1)).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("C77: a job that failed for want of its engine starts again by the same call")
  void sameCallStartsAgain() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      l1.stop();
      try (var station = Station.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(station.indexed(root))).isEqualTo("failed");

        var release = new CompletableFuture<Void>();
        var served = Scripts.hashing(8);
        l1.answering(
            served.except(
                r -> r.texts().stream().anyMatch(ResumeCasesTest::note),
                r -> new Reply.Held(release, served.answer(r))));
        l1.startAgain();
        var start = station.index(root);
        var id = start.json().path("job").path("id").asString();
        assertThat(start.status()).isEqualTo(202);
        var running = station.awaitJob(id, job -> Found.state(job).equals("running"));
        assertThat(running.path("reason").asString()).isEmpty();

        release.complete(null);
        var job = station.awaitJob(id, j -> Found.state(j).equals("completed"));
        assertThat(job.path("reason").asString()).isEmpty();
        assertThat(job.path("stored").asInt()).isEqualTo(20);
      }
    }
  }

  @Test
  @DisplayName("B8: a batch of a stopped job that comes back unserved is not sent again for it")
  void stoppedJobSendsNothingMore() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 10);
    var arrived = new CompletableFuture<Void>();
    var release = new CompletableFuture<Void>();
    var failing =
        Scripts.hashing(8)
            .except(
                r -> r.texts().stream().anyMatch(ResumeCasesTest::note),
                _ -> {
                  arrived.complete(null);
                  return new Reply.Held(release, Reply.status(503, "no more"));
                });
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      station.gate("L1", TableName.DOCS);
      l1.answering(failing);
      var id = station.index(root).json().path("job").path("id").asString();
      arrived.join();
      assertThat(station.post("/api/v1/jobs/" + id + "/stop", "{}").status()).isEqualTo(202);
      assertThat(Found.state(station.settled(id))).isEqualTo("paused_stopped");

      l1.answering(Scripts.hashing(8));
      release.complete(null);
      var again = station.index(root).json().path("job").path("id").asString();
      var job =
          station.awaitJob(
              again,
              seen -> {
                station.time().advance(Duration.ofSeconds(1));
                return seen.path("state").asString().equals("completed");
              });

      assertThat(job.path("embedded").asInt()).isEqualTo(10);
      assertThat(notes(l1)).isBetween(18, 20);
    }
  }
}
