package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A5: repairs of rows in doubt")
class RepairStoreTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir private Path folder;
  private TestDatabase test;
  private RepairStore repairs;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    repairs = new RepairStore(test.database);
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aRepairGoesFromNamingOverMendingToItsEnd() {
    long id =
        repairs.open(
            new RepairStore.Opening("gpu", TableName.CODE, "code/gpu/7", 3, "turned"), NOW);
    assertThat(repairs.byId(id).orElseThrow().state()).isEqualTo("naming");
    assertThat(repairs.open("p")).isTrue();

    repairs.name(id, 5, List.of(row("a"), row("b"), row("c")), NOW);
    repairs.add(id, List.of(row("c"), new RepairRow("d", "p", "d", 1, 2, RowFate.WITHHELD, "")));
    repairs.fate(id, List.of("a"), RowFate.EMBEDDED, "");
    repairs.fate(id, List.of("b"), RowFate.FAILED, "too long");
    var mending = repairs.unfinished().getFirst();
    assertThat(mending.state()).isEqualTo("mending");
    assertThat(mending.stretch()).isEqualTo(5);
    assertThat(mending.rows()).isEqualTo(4);
    assertThat(mending.rows(RowFate.FAILED)).isEqualTo(1);
    assertThat(repairs.waiting(id, 9)).extracting(RepairRow::chunk).containsExactly("c");
    assertThat(repairs.open("p")).isTrue();
    assertThat(repairs.open("other")).isFalse();

    repairs.fate(id, List.of("c"), RowFate.GONE, "");
    repairs.end(id, NOW);
    assertThat(repairs.unfinished()).isEmpty();
    assertThat(repairs.open("p")).isFalse();
    assertThat(repairs.latest("gpu", TableName.CODE).orElseThrow().state()).isEqualTo("ended");
    assertThat(repairs.latest("gpu", TableName.DOCS)).isEmpty();
    assertThat(repairs.rows(id, 2)).hasSize(2);
  }

  private static RepairRow row(String chunk) {
    return new RepairRow(chunk, "p", chunk, 1, 2, RowFate.WAITING, "");
  }
}
