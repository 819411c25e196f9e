package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.cli.Exit;
import dev.interlock.app.cli.InterlockCommand;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Printed;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `interlock ledger` and `interlock tail`, as a person and as a program see them.
final class LedgerCommandTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder = Path.of("");
  @RegisterExtension private final Printed printed = Printed.results();

  private Station station(ScriptedEmbeddings l1) throws IOException {
    var station = Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString());
    station.gate("L1", TableName.CODE);
    return station;
  }

  private int run(Station station, String... arguments) {
    printed.reset();
    var all = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(
        new String[] {"--server", station.url(), "--home", folder.resolve("home").toString()},
        0,
        all,
        arguments.length,
        4);
    return InterlockCommand.run(all);
  }

  private String printed() {
    return printed.toString();
  }

  private JsonNode json() {
    return JSON.readTree(printed());
  }

  @Test
  void ledgerShowsATableOrTheAnswerOfTheApi() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(l1)) {
      var id = station.embed("a").header("x-interlock-request-id");

      assertThat(run(station, "ledger", "--kind", "embed")).isEqualTo(Exit.OK);
      assertThat(printed().lines()).hasSize(2);
      assertThat(printed().lines().skip(1).findFirst().orElseThrow())
          .contains(id, "local", "embed", "code-embedding", "L1 (embed-m, field)", "answered");

      assertThat(run(station, "ledger", id, "--json")).isEqualTo(Exit.OK);
      assertThat(json()).isEqualTo(station.get("/api/v1/ledger/" + id).json());
      assertThat(run(station, "ledger", "--last", "1", "--json")).isEqualTo(Exit.OK);
      assertThat(json()).isEqualTo(station.get("/api/v1/ledger?last=1").json());

      assertThat(run(station, "ledger", "--ending", "partial")).isEqualTo(Exit.OK);
      assertThat(printed()).contains("No attempt that fits.");
    }
  }

  @Test
  void ledgerTellsWhatItCanNotShow() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = station(l1)) {
      assertThat(run(station, "ledger", "--since", "yesterday")).isEqualTo(Exit.FAILED);
      assertThat(run(station, "ledger", "req_zzzzzzzz")).isEqualTo(Exit.FAILED);
      assertThat(run(station, "ledger", "../gate")).isEqualTo(Exit.USAGE);
      assertThat(run(station, "ledger", "req_00000000", "--last", "1")).isEqualTo(Exit.USAGE);
      var unknown = station.post("/v1/embeddings", "{\"model\":\"nobody\",\"input\":\"a\"}");
      assertThat(run(station, "ledger", unknown.header("x-interlock-request-id")))
          .isEqualTo(Exit.OK);
      assertThat(printed()).contains("open: no attempt of this request has ended");
    }
  }

  @Test
  void tailShowsALineForEachAttemptUntilTheServerGoesAway() throws Exception {
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8))) {
      var station = station(l1);
      var tail = new FutureTask<>(() -> run(station, "tail"));
      Thread.ofVirtual().start(tail);
      long start = System.nanoTime();
      // Until the first one is seen, the reader may not have been listening yet.
      while (!printed().contains("embed code-embedding -> L1 (embed-m, field)  answered")) {
        station.embed("a");
        // The ledger rests after each write.
        station.time().advance(Duration.ofMillis(20));
        assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(60).toNanos());
      }

      station.close();

      assertThat(tail.get()).isEqualTo(Exit.NO_SERVER);
    }
  }
}
