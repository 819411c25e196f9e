package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.cli.Exit;
import dev.interlock.app.cli.InterlockCommand;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Printed;
import dev.interlock.it.Station;
import dev.interlock.it.mcp.Wire;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import dev.interlock.testkit.VectorFunction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a table's routes are compared with, and how much that is worth, on every surface.
final class CoverageTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final VectorFunction TRUE = VectorFunction.hashing(8);
  private static final String REDUCED = "coverage is reduced";

  @TempDir private Path folder = Path.of("");
  @RegisterExtension private final Printed printed = Printed.all();

  private Station station(Yaml yaml) throws IOException {
    return Station.start(folder.resolve("home"), yaml.toString());
  }

  private String run(Station station, String... arguments) {
    printed.reset();
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", station.url()));
    all.addAll(List.of("--home", folder.resolve("home").toString()));
    assertThat(InterlockCommand.run(all.toArray(String[]::new))).isEqualTo(Exit.OK);
    return printed.toString();
  }

  private JsonNode explained(Station station, String role) {
    return JSON.readTree(run(station, "explain", "--profile", role, "--json"));
  }

  @ParameterizedTest
  @CsvSource({"cloud, C1, reduced", "local, L1, full"})
  @DisplayName("A4, A5: reference and coverage are told by every surface")
  void everySurfaceTells(String policy, String reference, String coverage) throws IOException {
    var root = Tree.notes(folder.resolve("root"), 12);
    try (var watch = LogWatch.start();
        var engine = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            station(
                policy.equals("cloud")
                    ? new Yaml().cloud("C1", engine).policy("cloud")
                    : new Yaml().local("L1", engine).policy("local"))) {
      var row = station.gate(reference, TableName.DOCS);
      var job = station.indexed(root);
      var found = station.search("word7", "vector").json();
      var told = new ArrayList<JsonNode>();
      told.add(row);
      told.add(found.at("/spaces/0"));
      job.path("tables").forEach(told::add);
      station.get("/api/v1/tables").json().path("tables").forEach(told::add);
      told.add(explained(station, "text-embedding"));
      told.add(explained(station, "code-embedding"));
      status(station).path("tables").forEach(told::add);
      assertThat(told).hasSize(10);
      assertThat(told)
          .allSatisfy(
              surface -> {
                assertThat(surface.path("reference").asString()).isEqualTo(reference);
                assertThat(surface.path("coverage").asString()).isEqualTo(coverage);
              });

      boolean reduced = coverage.equals("reduced");
      var id = job.path("id").asString();
      for (var said :
          List.of(
              run(station, "gate"),
              run(station, "explain", "--profile", "text-embedding"),
              run(station, "jobs", "wait", id),
              run(station, "search", "word7"),
              run(station, "routes"))) {
        assertThat(said.contains(REDUCED)).as(said).isEqualTo(reduced);
      }
      assertThat(watch.warnings().toString().contains(REDUCED)).isEqualTo(reduced);
    }
  }

  private static JsonNode status(Station station) {
    try (var wire = new Wire(station.url())) {
      var session = wire.opened("2025-11-25");
      var answer = wire.post(Wire.call(1, "index_status", "{}"), session).last();
      return answer.at("/result/structuredContent");
    }
  }

  @Test
  @DisplayName(
      "A2, B6: explain ranks a role's routes, and says of each other why it does not serve")
  void explainsARole() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var l2 = ScriptedEmbeddings.start(Scripts.of(TRUE.atCosine(0.98)));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var station =
            station(new Yaml().cloud("C1", c1).local("L1", l1).local("L2", l2).policy("backup"))) {
      for (var route : List.of("L1", "L2", "C1")) {
        station.gate(route, TableName.CODE);
      }
      l1.forget();
      var plan = explained(station, "code-embedding");

      assertThat(plan.path("kind").asString()).isEqualTo("embed");
      assertThat(plan.path("policy").asString()).isEqualTo("backup");
      assertThat(plan.path("table").asString()).isEqualTo("code");
      assertThat(plan.path("reference").asString()).isEqualTo("L1");
      assertThat(plan.path("coverage").asString()).isEqualTo("full");
      var first = plan.at("/candidates/0");
      assertThat(first.path("rank").asInt()).isEqualTo(1);
      assertThat(first.path("route").asString()).isEqualTo("L1");
      assertThat(first.path("decision").asString()).isEqualTo("primary");
      assertThat(first.path("grade").asString()).isEqualTo("same");
      assertThat(first.path("check").asString()).isEqualTo("field");
      var second = plan.at("/candidates/1");
      assertThat(second.path("route").asString()).isEqualTo("C1");
      assertThat(second.path("upstream").asString()).isEqualTo("prov-a");
      assertThat(second.path("decision").asString()).isEqualTo("fallback");
      assertThat(second.path("reason").asString()).contains("reserve");
      assertThat(plan.path("candidates")).hasSize(2);
      var excluded = plan.at("/excluded/0");
      assertThat(excluded.path("route").asString()).isEqualTo("L2");
      assertThat(excluded.path("reason").asString()).startsWith("refused: probe ");
      assertThat(plan.path("excluded")).hasSize(1);
      assertThat(run(station, "explain", "--profile", "code-embedding"))
          .contains("code-embedding: policy backup", "compared with L1", "excluded: L2");
      assertThat(l1.texts()).isEmpty();
    }
  }

  @Test
  @DisplayName("A2: under aggregate all routes share the queue; local excludes the cloud by name")
  void sharesAndExclusions() throws IOException {
    try (var l1 = ScriptedEmbeddings.start(Scripts.of(TRUE));
        var c1 = ScriptedEmbeddings.start(Scripts.of(TRUE))) {
      try (var station = station(new Yaml().local("L1", l1).cloud("C1", c1))) {
        station.gate("L1", TableName.DOCS);
        station.gate("C1", TableName.DOCS);
        assertThat(explained(station, "text-embedding").path("candidates").valueStream())
            .extracting(c -> c.path("decision").asString())
            .containsExactly("aggregate", "aggregate");
      }
      try (var station = station(new Yaml().local("L1", l1).cloud("C1", c1).policy("local"))) {
        station.gate("L1", TableName.DOCS);
        assertThat(explained(station, "text-embedding").at("/excluded/0/reason").asString())
            .isEqualTo("excluded: policy local lets no cloud route serve");
        var chat = "{\"profile\":\"text-embedding\",\"body\":\"{}\"}";
        assertThat(station.post("/api/v1/explain", chat).code()).isEqualTo("wrong_kind");
        var nobody = station.post("/api/v1/explain", "{\"profile\":\"nobody\"}");
        assertThat(nobody.status()).isEqualTo(404);
        assertThat(nobody.json().toString()).contains("code-embedding, text-embedding");
      }
    }
  }
}
