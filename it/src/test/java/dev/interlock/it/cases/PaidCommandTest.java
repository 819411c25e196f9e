package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.cli.Exit;
import dev.interlock.app.cli.InterlockCommand;
import dev.interlock.it.Printed;
import dev.interlock.it.Station;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A job that stops for want of money, as a script that runs `interlock` sees it.
final class PaidCommandTest {
  private static final Script VECTORS = Scripts.hashing(16);
  private static final Reply BROKE =
      new Reply.Status(
          402, "{\"error\":{\"code\":402,\"message\":\"Insufficient credits\"}}", Map.of());

  @TempDir private Path folder = Path.of("");
  @RegisterExtension private final Printed printed = Printed.all();

  private int run(Station station, String... arguments) {
    printed.reset();
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", station.url()));
    all.addAll(List.of("--home", folder.resolve("home").toString()));
    return InterlockCommand.run(all.toArray(String[]::new));
  }

  private String printed() {
    return printed.toString();
  }

  private static long notes(ScriptedEmbeddings cloud) {
    return cloud.requests().stream().filter(r -> r.texts().toString().contains("matter")).count();
  }

  @Test
  @DisplayName("C34: commands that follow a job without credit tell so and exit with 3, never 0")
  void exitsNotWhole() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 30);
    var route =
        "pin: prov-a, maxBatch: 1, concurrency: 1,"
            + " price: {promptUsdPerMillion: 1, completionUsdPerMillion: 0}";
    var chunks = new AtomicInteger();
    try (var cloud = ScriptedEmbeddings.telling(VECTORS);
        var station = new VectorYaml(cloud).route(route).start(folder.resolve("home"))) {
      cloud.answering(
          VECTORS.except(
              r -> r.texts().toString().contains("matter") && chunks.incrementAndGet() > 10,
              _ -> BROKE));

      assertThat(run(station, "index", root.toString())).as(printed()).isEqualTo(3);
      assertThat(printed()).contains("paused_no_credit: ", "Insufficient credits");
      var id = station.get("/api/v1/jobs?limit=1").json().at("/jobs/0/id").asString();
      station.awaitJob(id, job -> job.path("stored").asInt() == 10);
      for (var command : List.of(List.of("jobs", "wait"), List.of("jobs", "wait", id))) {
        assertThat(run(station, command.toArray(String[]::new))).as(printed()).isEqualTo(3);
        assertThat(printed())
            .contains("paused_no_credit: ", "10 of 30 chunks stored", "Insufficient credits")
            .doesNotContain("completed");
      }
      assertThat(run(station, "jobs", "wait", "--json")).as(printed()).isEqualTo(3);
      assertThat(notes(cloud)).as("who waits asks nobody").isEqualTo(11);

      cloud.answering(VECTORS);
      VectorYaml.push(station);
      station.passUntil(
          Duration.ofSeconds(10), () -> notes(cloud) == 31, () -> "all: " + notes(cloud));
      assertThat(run(station, "jobs", "wait", id)).as(printed()).isEqualTo(Exit.OK);
      assertThat(printed()).contains("completed: ", "30 of 30 chunks stored");
    }
  }
}
