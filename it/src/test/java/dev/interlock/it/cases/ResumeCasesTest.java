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

/// A job that was ended by force goes on where it stood; one that failed can be started again.
final class ResumeCasesTest {
  private static final int CHUNKS = 300;

  /// Rows of one durable batch (`Embedding.COMMIT_ROWS`).
  private static final int COMMIT_ROWS = 64;

  private static final int IN_FLIGHT = 64;

  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1, "model: embed-m, maxTokens: 2048, maxBatch: 16").toString();
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

  /// 300 chunks, where the case has 1,000: four commits, and then the kill.
  @Test
  @DisplayName("C75, B8: kill -9 late in a job costs at most a batch; it goes on by itself, whole")
  void killedJobGoesOn() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(answering(256))) {
      String id;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        id = server.index(root);
        server.awaitJob(id, job -> job.path("stored").asInt() >= 256);
        server.kill();
      }
      l1.answering(Scripts.hashing(8));
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(server.index(root)).isEqualTo(id);
        var job = server.ended(id);
        assertThat(Found.state(job)).isEqualTo("completed");
        whole(server, id);
        assertThat(notes(l1) - CHUNKS).isBetween(0, COMMIT_ROWS + IN_FLIGHT);
      }
      sentTwice(l1, IN_FLIGHT);
    }
  }

  private static void whole(ServerProcess server, String id) {
    var verify = server.get("/api/v1/jobs/" + id + "/verify");
    assertThat(verify.json().path("expected").asInt()).isEqualTo(CHUNKS);
    assertThat(verify.json().path("stored").asInt()).isEqualTo(CHUNKS);
    assertThat(Found.missing(verify)).isEmpty();
    assertThat(server.get("/api/v1/tables").json().path("tables").valueStream())
        .anySatisfy(
            table -> {
              assertThat(table.path("texts").asInt()).isEqualTo(CHUNKS);
              assertThat(table.path("stored").asInt()).isEqualTo(CHUNKS);
            });
  }

  private static void sentTwice(ScriptedEmbeddings l1, int most) {
    var times = new HashMap<String, Integer>();
    l1.texts().stream().filter(ResumeCasesTest::note).forEach(t -> times.merge(t, 1, Integer::sum));
    assertThat(times).hasSize(CHUNKS);
    assertThat(times.values()).allMatch(count -> count <= 2);
    assertThat(times.values().stream().filter(count -> count == 2).count())
        .isLessThanOrEqualTo(most);
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
                  .awaitJob(
                      id,
                      job ->
                          job.path("stored").asInt() >= Math.min(CHUNKS, before + 2 * COMMIT_ROWS))
                  .path("stored")
                  .asInt();
          server.kill();
        }
      }
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(server.ended(id))).isEqualTo("completed");
        whole(server, id);
      }
    }
  }

  @Test
  @DisplayName("B8: kill -9 in the middle, with answers on their way, loses no committed row")
  void killedInTheMiddle() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(answering(112))) {
      String id;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        id = server.index(root);
        server.awaitJob(id, job -> job.path("stored").asInt() >= COMMIT_ROWS);
        server.kill();
      }
      l1.answering(Scripts.hashing(8));
      int sentBefore = notes(l1);
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        assertThat(Found.state(server.ended(id))).isEqualTo("completed");
        whole(server, id);
      }
      assertThat(notes(l1) - sentBefore).isBetween(CHUNKS - 112, CHUNKS - COMMIT_ROWS);
      sentTwice(l1, COMMIT_ROWS + IN_FLIGHT);
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
        var before = System.nanoTime();
        var start = station.index(root);
        var id = start.json().path("job").path("id").asString();
        assertThat(start.status()).isEqualTo(202);
        var running = station.awaitJob(id, job -> Found.state(job).equals("running"));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
        assertThat(running.path("reason").asString()).isEmpty();

        release.complete(null);
        var job = station.settled(id);
        assertThat(Found.state(job)).isEqualTo("completed");
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
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("embedded").asInt()).isEqualTo(10);
      assertThat(notes(l1)).isEqualTo(20);
    }
  }
}
