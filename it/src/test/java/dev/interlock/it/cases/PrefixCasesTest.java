package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Prefixes belong to the space: rows and queries get theirs, callers' own texts get none.
final class PrefixCasesTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource(
      value = {"doc: |query: ", "''|query: ", "''|''"},
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false)
  @DisplayName("C26, C28: each text arrives with exactly the prefix of its path, byte for byte")
  void prefixesArriveExactly(String document, String query) throws IOException {
    var root = folder.resolve("root");
    Tree.file(root, "a.md", "alpha");
    var role = "documentPrefix: \"%s\", queryPrefix: \"%s\"".formatted(document, query);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(
                folder.resolve("home"), new Yaml().local("L1", l1).role(role).toString())) {
      station.gate("L1", TableName.DOCS);
      station.gate("L1", TableName.CODE);
      l1.forget();
      station.indexed(root);
      station.search("alpha", "vector");
      station.embed("alpha");

      assertThat(l1.texts()).contains(document + "alpha", query + "alpha");
      assertThat(l1.texts().getLast()).isEqualTo("alpha");
      assertThat(l1.texts().stream().filter(t -> t.endsWith("alpha"))).hasSize(3);
      assertThat(station.get("/api/v1/tables").json().toString())
          .contains("\"documentPrefix\":\"" + document + "\"", "\"queryPrefix\":\"" + query + "\"");
    }
  }
}
