package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Files that move, vanish or are not worth reading; none of them ends a job or is lost in silence.
final class FileCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  @Test
  @DisplayName("C78: a renamed file keeps its vectors, a deleted one leaves no hit")
  void renameEmbedsNothing() throws IOException {
    var root = folder.resolve("root");
    var a = Tree.file(root, "a.txt", Tree.text(1) + "\n");
    Tree.file(root, "c.txt", Tree.text(3) + "\n");
    Tree.file(root, "d.txt", Tree.text(4) + "\n");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      station.indexed(root);
      l1.forget();
      var time = Files.getLastModifiedTime(a);
      var b = Files.move(a, Files.createDirectory(root.resolve("sub")).resolve("b.txt"));
      Files.setLastModifiedTime(b, time);
      Files.delete(root.resolve("c.txt"));

      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(2);
      assertThat(Sent.texts(l1)).isEmpty();
      assertThat(Found.paths(station.search(Tree.text(1), "hybrid")))
          .startsWith("sub/b.txt")
          .doesNotContain("a.txt", "c.txt");
      assertThat(Found.paths(station.search(Tree.text(3), "hybrid"))).doesNotContain("c.txt");
    }
  }

  /// The hook is the warning about file 1: the folder has been listed by then, and neither file 5
  /// nor file 6 has been read.
  @Test
  @DisplayName("C80: a file that vanishes between walk and read is skipped, a cut one is taken")
  void vanishedFileIsSkipped() throws IOException {
    var root = folder.resolve("root");
    for (int i = 1; i <= 10; i++) {
      Tree.file(root, "f%02d.txt".formatted(i), Tree.text(i) + "\n" + "more and more\n".repeat(9));
    }
    Files.write(root.resolve("f01.txt"), "cost 5\u00a2 each".getBytes(StandardCharsets.ISO_8859_1));
    try (var watch = LogWatch.start(_ -> vanish(root));
        var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);

      assertThat(watch.warnings()).hasSize(1);
      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(Found.skipped(station, job)).containsExactly(entry("f05.txt", "vanished"));
      assertThat(job.path("stored").asInt()).isEqualTo(9);
      assertThat(Sent.texts(l1)).hasSize(9).contains("cut short");
    }
  }

  private static void vanish(Path root) {
    try {
      Files.deleteIfExists(root.resolve("f05.txt"));
      Files.writeString(root.resolve("f06.txt"), "cut short");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// In a process of its own: the parser's budget is real time. A neighbour on the machine may hold
  /// an answer up, too, but not in each of three jobs.
  @Test
  @DisplayName("C81: ten thousand nested brackets neither end the job nor hold up the server")
  void nestedBracketsHoldNothingUp() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
      for (int i = 0; i < 20; i++) {
        health(server);
      }
      var worst = Duration.ofDays(1);
      for (int job = 0; job < 3 && worst.compareTo(Duration.ofMillis(500)) >= 0; job++) {
        var brackets = "[0,0,\n".repeat(10_000) + "]  ,\n".repeat(10_000);
        Tree.file(root, "deep.js", "\n".repeat(job) + brackets);
        worst = worstHealth(server, root);
      }
      assertThat(worst).isLessThan(Duration.ofMillis(500));
      assertThat(Sent.texts(l1)).contains(Tree.text(20));
    }
  }

  /// The longest that the server's health was waited for while a job ran to its end.
  private static Duration worstHealth(ServerProcess server, Path root) {
    var id = server.index(root);
    var worst = Duration.ZERO;
    while (!ServerProcess.hasEnded(server.job(id).path("job"))) {
      var took = health(server);
      worst = worst.compareTo(took) < 0 ? took : worst;
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
    var detail = server.job(id);
    assertThat(Found.state(detail.path("job"))).as(server.output()).isEqualTo("completed");
    if (!Found.skipped(detail).containsKey("deep.js")) {
      var search = server.post("/api/v1/search", Map.of("query", "0", "path", "deep.js"));
      assertThat(Found.paths(search)).contains("deep.js");
    }
    return worst;
  }

  private static Duration health(ServerProcess server) {
    long before = System.nanoTime();
    assertThat(server.get("/healthz").status()).isEqualTo(200);
    return Duration.ofNanos(System.nanoTime() - before);
  }

  private static String script() {
    return """
    export const one = 1;
    export const two = 2;

    export function address(k: string): string {
      return `ws://h.test/${k}/x`;
    }
    """
        + IntStream.range(0, 40).mapToObj(FileCasesTest::function).collect(Collectors.joining());
  }

  private static String function(int i) {
    return """

    function small%d(value: number): number {
      const doubled = value * 2 + offset%d;
      return doubled - margin%d;
    }
    """
        .formatted(i, i, i);
  }

  @Test
  @DisplayName("C82: a comment sign in a template literal does not swallow the rest of the file")
  void templateLiteralIsNoComment() throws IOException {
    var root = folder.resolve("root");
    var text = script();
    Tree.file(root, "small.ts", text);
    int line = 1 + (int) text.substring(0, text.indexOf("function small39")).lines().count();
    try (var l1 = ScriptedEmbeddings.start(Scripts.bagOfWords(64));
        var station =
            Station.start(
                folder.resolve("home"),
                new Yaml().local("L1", l1, "model: embed-m, maxTokens: 512").toString())) {
      var job = station.indexed(root);
      var last = "doubled = value * 2 + offset39; return doubled - margin39";

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(Sent.texts(l1)).allMatch(sent -> sent.length() <= 2 * 512);
      var hit = station.search(last, "hybrid").json().path("hits").path(0);
      assertThat(hit.path("startLine").asInt()).as(hit.toString()).isBetween(line - 5, line);
      assertThat(hit.path("endLine").asInt()).isGreaterThanOrEqualTo(line + 2);
    }
  }

  @Test
  @DisplayName("C82: a text that the engine refuses is sent twice at most, and named")
  void refusedTextIsNotSentForEver() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 40);
    var refusing =
        Scripts.hashing(8).exceptForText(Tree.text(17)::equals, Reply.status(400, "not this one"));
    try (var l1 = ScriptedEmbeddings.start(refusing);
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);
      var failures =
          station.get("/api/v1/jobs/" + job.path("id").asString()).json().path("failures");

      assertThat(Found.state(job)).isEqualTo("completed_with_failures");
      assertThat(job.path("stored").asInt()).isEqualTo(39);
      assertThat(failures.path(0).path("path").asString()).isEqualTo("n0017.md");
      assertThat(Sent.texts(l1).stream().filter(Tree.text(17)::equals).count())
          .isLessThanOrEqualTo(2);
    }
  }

  @Test
  @DisplayName("C83: a huge and a forbidden file are skipped by name, and not read into memory")
  void hugeFileIsNotRead() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "small.txt", "a small one\n".repeat(85));
    Tree.file(root, "huge.txt", "a line of the huge one\n".repeat(4_400_000));
    var closed = Tree.file(root, "closed.txt", Tree.text(1));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var server = ServerProcess.start(folder.resolve("home"), yaml(l1), "-Xmx256m")) {
      var id = server.index(root);
      server.ended(id);
      var detail = server.job(id);

      assertThat(Found.state(detail.path("job"))).isEqualTo("completed");
      assertThat(detail.path("job").path("skippedCount").asInt()).isEqualTo(2);
      assertThat(Found.skipped(detail))
          .containsOnly(entry("huge.txt", "too_large"), entry("closed.txt", "unreadable"));
      assertThat(size(detail, "huge.txt")).isEqualTo(Files.size(root.resolve("huge.txt")));
      assertThat(size(detail, "closed.txt")).isEqualTo(Tree.text(1).length());
      assertThat(detail.path("job").path("files").asInt()).isEqualTo(2);
      assertThat(Sent.texts(l1)).isNotEmpty().allMatch(text -> text.startsWith("a small one"));
      assertThat(server.output()).doesNotContain("OutOfMemoryError");
    }
  }

  private static long size(JsonNode detail, String path) {
    return detail
        .path("skipped")
        .valueStream()
        .filter(s -> s.path("path").asString().equals(path))
        .mapToLong(s -> s.path("size").asLong())
        .sum();
  }
}
