package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers of one home, and many starts of one job.
final class ConcurrencyCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  /// All files of a home but those of its tables, which the server that holds them merges when it
  /// likes: those are judged by their rows.
  private static Set<String> files(Path home) throws IOException {
    var found = new TreeSet<String>();
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes of) {
            return at.equals(home.resolve("tables"))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
            found.add(home.relativize(file).toString());
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  @Test
  @DisplayName("C93: a second server of a home refuses to start, names the first, touches nothing")
  void secondServerRefuses() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      Duration firstStart;
      try (var server = ServerProcess.start(home, yaml(l1))) {
        firstStart = indexing(server, root, home, yaml(l1));
        server.kill();
      }
      long before = System.nanoTime();
      try (var server = ServerProcess.start(home, yaml(l1))) {
        var took = Duration.ofNanos(System.nanoTime() - before);
        assertThat(took).isLessThan(Duration.ofSeconds(5).plus(firstStart));
        whole(server, "again3");
      }
    }
  }

  private static void whole(ServerProcess server, String word) {
    var verified = server.get("/api/v1/jobs/newest/verify").json();
    assertThat(verified.path("stored").asInt()).isEqualTo(20);
    assertThat(verified.path("missing")).isEmpty();
    var search = server.post("/api/v1/search", Map.of("query", word, "mode", "lexical"));
    assertThat(Found.paths(search)).hasSize(10);
  }

  /// Three rounds of 20 touched files; after each a second server tries to start.
  ///
  /// @return how long the last attempt took, most of which is a JVM's start on this machine
  private static Duration indexing(ServerProcess first, Path root, Path home, String yaml)
      throws IOException {
    var took = Duration.ZERO;
    for (int round = 1; round <= 3; round++) {
      for (int i = 1; i <= 20; i++) {
        Tree.file(root, "n%04d.md".formatted(i), Tree.text(i) + " again" + round + "\n");
      }
      var id = first.index(root);
      assertThat(Found.state(first.ended(id))).isEqualTo("completed");
      var before = files(home);
      long start = System.nanoTime();
      try (var second = ServerProcess.launch(home, yaml)) {
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.output()).contains("process " + first.pid(), home.toString());
      }
      took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(files(home)).containsAll(before);
      whole(first, "again" + round);
      assertThat(first.get("/readyz").status()).isEqualTo(200);
    }
    return took;
  }

  @Test
  @DisplayName("C95: thirteen starts of one root are one job, and each text is embedded once")
  void manyStartsAreOneJob() throws Exception {
    var root = Tree.notes(folder.resolve("root"), 200);
    var home = folder.resolve("home");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      long peak;
      try (var station = Station.start(home, yaml(l1))) {
        var starts =
            IntStream.range(0, 13)
                .mapToObj(_ -> callers.submit(() -> station.index(root)))
                .toList();
        peak = peakUntilDone(starts, home);
        var ids = new HashSet<String>();
        for (var start : starts) {
          assertThat(start.get().status()).isIn(202, 409);
          if (start.get().status() == 202) {
            ids.add(start.get().json().path("job").path("id").asString());
          }
        }
        assertThat(ids).hasSize(1);
        assertThat(Found.state(station.settled(ids.iterator().next()))).isEqualTo("completed");
        assertThat(Sent.texts(l1)).hasSize(200);
        peak = Math.max(peak, used(home));
      }
      assertThat(peak).isLessThanOrEqualTo(3 * used(home));
      l1.forget();
      try (var station = Station.start(home, yaml(l1))) {
        assertThat(station.get("/api/v1/jobs/newest/verify").json().path("stored").asInt())
            .isEqualTo(200);
        assertThat(Found.paths(station.search(Tree.text(5), "vector"))).startsWith("n0005.md");
      }
    }
  }

  private static long peakUntilDone(Iterable<? extends Future<?>> starts, Path home) {
    long peak = 0;
    for (var start : starts) {
      while (!start.isDone()) {
        peak = Math.max(peak, used(home));
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
    return peak;
  }

  /// Bytes of the tables and the database; what libraries unpack is no index.
  private static long used(Path home) {
    try (var all = Files.walk(home)) {
      return all.filter(file -> !file.startsWith(home.resolve("unpacked")))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException | UncheckedIOException e) {
      // a segment was merged away under the walk: the next look counts
      return 0;
    }
  }
}
