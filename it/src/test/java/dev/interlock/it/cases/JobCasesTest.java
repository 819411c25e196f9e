package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.cli.InterlockCommand;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A job says that it is complete only when it is, and never mistakes nothing for success.
final class JobCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  @Test
  @DisplayName("C72, B8: a first job without its engine fails with 0 of 20 and says why")
  void noEngineIsNoSuccess() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 20);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      l1.stop();
      try (var station = Station.start(folder.resolve("home"), yaml(l1))) {
        var job = station.indexed(root);
        var search = station.search("word7", "hybrid");

        assertThat(Found.state(job)).isEqualTo("failed");
        assertThat(job.path("stored").asInt()).isZero();
        assertThat(job.path("expected").asInt()).isEqualTo(20);
        assertThat(job.path("reason").asString())
            .containsIgnoringCase("connection refused")
            .contains("127.0.0.1:" + l1.port());
        assertThat(InterlockCommand.run("jobs", "wait", "--server", station.url())).isEqualTo(1);
        assertThat(search.status()).isEqualTo(409);
        assertThat(search.code()).isEqualTo("index_not_built");
      }
    }
  }

  /// The case wants ten repetitions; three keep the suite short.
  @RepeatedTest(3)
  @DisplayName("C73, B8: what a client saw completed survives kill -9, for two roots at once")
  void completedIsDurable() throws IOException {
    var roots =
        List.of(
            Tree.notes(folder.resolve("one"), 100), Tree.notes(folder.resolve("two"), 1001, 1100));
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      List<String> ids;
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        ids = roots.stream().map(server::index).toList();
        ids.forEach(id -> server.awaitJob(id, job -> Found.state(job).equals("completed")));
        server.kill();
      }
      try (var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
        for (var id : ids) {
          var verified = server.get("/api/v1/jobs/" + id + "/verify").json();
          assertThat(verified.path("expected").asInt()).isEqualTo(100);
          assertThat(verified.path("stored").asInt()).isEqualTo(100);
        }
        assertThat(first(server, Tree.text(100))).isEqualTo("n0100.md");
        assertThat(first(server, Tree.text(1100))).isEqualTo("n1100.md");
      }
    }
  }

  private static String first(ServerProcess server, String query) {
    var search = server.post("/api/v1/search", Map.of("query", query, "mode", "vector"));
    return Found.paths(search).getFirst();
  }

  @Test
  @DisplayName("C74: an empty root empties nothing, unless a person says so")
  void emptyRootEmptiesNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 50);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      station.indexed(root);
      var before = Found.paths(station.search(Tree.text(7), "vector"));
      Files.move(root, folder.resolve("away"));
      Files.createDirectory(root);

      var job = station.indexed(root);
      assertThat(Found.state(job)).isEqualTo("failed");
      assertThat(job.path("reason").asString()).isEqualTo("root_empty");
      assertThat(stored(station, job.path("id").asString())).isEqualTo(50);
      assertThat(Found.paths(station.search(Tree.text(7), "vector"))).isEqualTo(before);

      var wanted = station.post("/api/v1/jobs", emptying(root)).json().path("job");
      var emptied = station.settled(wanted.path("id").asString());
      assertThat(Found.state(emptied)).isEqualTo("completed");
      assertThat(stored(station, emptied.path("id").asString())).isZero();
    }
  }

  private static String emptying(Path root) {
    return JsonMapper.builder()
        .build()
        .writeValueAsString(Map.of("root", root.toString(), "allowEmpty", true));
  }

  private static int stored(Station station, String job) {
    return station.get("/api/v1/jobs/" + job + "/verify").json().path("stored").asInt();
  }

  @Test
  @DisplayName("C74: a root that may not be read, or is gone, empties nothing")
  void unreadableRootEmptiesNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 50);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var server = ServerProcess.start(folder.resolve("home"), yaml(l1))) {
      server.ended(server.index(root));
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("---------"));
      try {
        keepsAll(server, root, "root_unreadable");
      } finally {
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      Files.move(root, folder.resolve("away"));
      keepsAll(server, root, "root_missing");
    }
  }

  private static void keepsAll(ServerProcess server, Path root, String reason) {
    var id = server.index(root);
    var job = server.ended(id);
    assertThat(Found.state(job)).isEqualTo("failed");
    assertThat(job.path("reason").asString()).isEqualTo(reason);
    assertThat(server.get("/api/v1/jobs/" + id + "/verify").json().path("stored").asInt())
        .isEqualTo(50);
    assertThat(first(server, Tree.text(7))).isEqualTo("n0007.md");
  }
}
