package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Links that lead round in circles, nowhere, or to what is no file.
final class LinkCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  @Test
  @DisplayName("C87: folders linked into each other give each file once, under its real path")
  void circlesEnd() throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "py/lib/a.py", "def a():\n    return 1\n");
    Tree.file(root, "py/lib/b.py", "def b():\n    return 2\n");
    Tree.file(root, "py/pyroot/c.py", "def c():\n    return 3\n");
    Tree.file(root, "py/pyroot/d.py", "def d():\n    return 4\n");
    Files.createSymbolicLink(root.resolve("py/lib/pyroot"), Path.of("../pyroot"));
    Files.createSymbolicLink(root.resolve("py/pyroot/lib"), Path.of("../lib"));
    Files.createSymbolicLink(root.resolve("py/pyroot/self"), Path.of("."));
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("files").asInt()).isEqualTo(4);
      assertThat(job.path("stored").asInt()).isEqualTo(4);
      assertThat(Found.paths(station.search("return", "hybrid")))
          .containsExactlyInAnyOrder(
              "py/lib/a.py", "py/lib/b.py", "py/pyroot/c.py", "py/pyroot/d.py");
    }
  }

  @Test
  @DisplayName("C88: a dangling link and a link to a socket are skipped, what follows is indexed")
  void deadLinksEndNothing() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 10);
    Files.createSymbolicLink(root.resolve("0-dead"), Path.of("/nowhere"));
    Files.createSymbolicLink(root.resolve("1-talk"), Path.of("z.sock"));
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      socket.bind(UnixDomainSocketAddress.of(root.resolve("z.sock")));
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("stored").asInt()).isEqualTo(10);
      assertThat(Found.skipped(station, job))
          .containsOnly(
              entry("0-dead", "broken_link"),
              entry("1-talk", "special_file"),
              entry("z.sock", "special_file"));
    }
  }
}
