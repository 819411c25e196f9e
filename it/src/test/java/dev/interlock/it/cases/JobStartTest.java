package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job begins with the first route that may serve, whatever keeps the others.
final class JobStartTest {
  private static final int CHUNKS = 60;

  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1, ScriptedEmbeddings l2) {
    return new Yaml().local("L1", l1).local("L2", l2).toString();
  }

  @Test
  @DisplayName("A11: a route that does not answer its canaries holds up no job, and gets no text")
  void silentRouteHoldsUpNobody() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var l2 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1, l2))) {
      assertThat(station.gate("L1", TableName.DOCS).path("verdict").asString())
          .isEqualTo("admitted");
      assertThat(station.gate("L2", TableName.DOCS).path("verdict").asString())
          .isEqualTo("admitted");
      l2.answering(Scripts.hashing(8).except(_ -> true, new Reply.Hang()));

      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("servedBy").path("L1").asInt()).isEqualTo(CHUNKS);
      assertThat(l2.texts()).noneMatch(text -> text.startsWith("Note word"));
    }
  }

  @Test
  @DisplayName("A11: a first job does not wait for a route that does not answer its probes")
  void firstJob() throws IOException {
    var root = Tree.notes(folder.resolve("root"), CHUNKS);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var l2 = ScriptedEmbeddings.start(Scripts.hashing(8).except(_ -> true, new Reply.Hang()));
        var station = Station.start(folder.resolve("home"), yaml(l1, l2))) {
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("servedBy").path("L1").asInt()).isEqualTo(CHUNKS);
    }
  }
}
