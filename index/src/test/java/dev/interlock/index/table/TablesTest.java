package dev.interlock.index.table;

import static dev.interlock.index.table.Sample.PROVENANCE;
import static dev.interlock.index.table.Sample.axis;
import static dev.interlock.index.table.Sample.row;
import static dev.interlock.index.table.Sample.space;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.core.table.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files: what a crash, a second process and damage do.
final class TablesTest {
  @TempDir Path home;

  private Path folder() {
    return home.resolve("tables");
  }

  /// What the disk would hold after `kill -9` at this moment.
  private Path killed(String name) throws IOException {
    var copy = home.resolve(name);
    try (var files = Files.walk(folder())) {
      for (var file : files.toList()) {
        Files.copy(file, copy.resolve(folder().relativize(file).toString()));
      }
    }
    return copy;
  }

  @Test
  @DisplayName("B8: kill -9 keeps what was committed and loses only what was not")
  void killKeepsWhatWasCommitted() throws IOException {
    try (var tables = Tables.open(folder())) {
      var table = tables.table(TableName.CODE);
      table.bind(space(4));
      table.putTexts(List.of(row("a", "a.java", "alpha"), row("b", "b.java", "beta")));
      table.putVectors(Map.of("a", axis(4, 0)), PROVENANCE);
      table.commit();
      table.putVectors(Map.of("b", axis(4, 1)), PROVENANCE);
      table.putTexts(List.of(row("c", "c.java", "gamma")));
      table.delete(List.of("a"));
      table.refresh();
      assertThat(table.counts()).isEqualTo(new TableCounts(2, 1));
      try (var after = Tables.open(killed("after"))) {
        var left = after.table(TableName.CODE);
        assertThat(left.textIds("p")).containsExactlyInAnyOrder("a", "b");
        assertThat(left.storedIds("p")).containsExactly("a");
        assertThat(left.space()).contains(space(4));
        left.putVectors(Map.of("b", axis(4, 1)), PROVENANCE);
        left.commit();
        assertThat(left.counts()).isEqualTo(new TableCounts(2, 2));
      }
    }
  }

  @Test
  @DisplayName("A6: kill -9 right after the space was bound keeps it")
  void killKeepsTheSpace() throws IOException {
    try (var tables = Tables.open(folder())) {
      tables.table(TableName.DOCS).bind(space(4));
      try (var after = Tables.open(killed("after"))) {
        assertThat(after.table(TableName.DOCS).space()).contains(space(4));
      }
    }
  }

  @Test
  @DisplayName("C93: a folder in use is refused by name and stays as it is")
  void folderInUseIsRefused() {
    try (var tables = Tables.open(folder())) {
      tables.table(TableName.CODE).putTexts(List.of(row("a", "a.java", "alpha")));
      assertThatExceptionOfType(TableException.class)
          .isThrownBy(() -> Tables.open(folder()))
          .withMessageContaining(folder().toString())
          .withMessageContaining("in use");
      tables.table(TableName.CODE).commit();
      assertThat(tables.table(TableName.CODE).counts().texts()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("C93: a damaged table is named, and none of its files is touched")
  void damagedTableIsNamed() throws IOException {
    fill();
    var list = commitFile();
    var bytes = Files.readAllBytes(list);
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(list, bytes);
    var before = names();
    assertRefusedAsDamaged();
    assertThat(names()).isEqualTo(before);
  }

  @Test
  @DisplayName("C93: rows without their list are damage, not an empty table")
  void lostCommitIsDamage() throws IOException {
    fill();
    Files.delete(commitFile());
    var before = names();
    assertRefusedAsDamaged();
    assertThat(names()).isEqualTo(before);
  }

  @Test
  @DisplayName("C78: rows that did not change write nothing")
  void unchangedRowsWriteNothing() throws IOException {
    try (var tables = Tables.open(folder())) {
      var table = tables.table(TableName.CODE);
      table.putTexts(List.of(row("a", "a.java", "alpha"), row("b", "b.java", "beta")));
      table.commit();
      var before = names();
      table.putTexts(List.of(row("a", "a.java", "alpha"), row("b", "b.java", "beta")));
      table.commit();
      assertThat(names()).isEqualTo(before);
    }
  }

  @Test
  void closedTableSaysSo() {
    var tables = Tables.open(folder());
    var table = tables.table(TableName.CODE);
    tables.close();
    tables.close();
    assertThatExceptionOfType(TableException.class).isThrownBy(table::commit);
    assertThatExceptionOfType(TableException.class)
        .isThrownBy(() -> table.lexical("x", Filter.NONE, 1))
        .withMessageContaining(folder().toString());
  }

  @Test
  void closeEndsACompaction() throws Exception {
    var tables = Tables.open(folder());
    var table = tables.table(TableName.CODE);
    for (int i = 0; i < 5; i++) {
      table.putTexts(List.of(row("r" + i, i + ".java", "alpha")));
      table.commit();
    }
    var compaction = Thread.ofVirtual().start(() -> assertThatNoOneMinds(table::compact));
    tables.close();
    compaction.join();
    try (var again = Tables.open(folder())) {
      assertThat(again.table(TableName.CODE).counts().texts()).isEqualTo(5);
    }
  }

  /// The compaction ends either before or by the close.
  private static void assertThatNoOneMinds(Runnable work) {
    try {
      work.run();
    } catch (TableException e) {
      assertThat(e).hasMessageContaining("closed");
    }
  }

  @Test
  void interruptOfACallerHarmsNothing() {
    try (var tables = Tables.open(folder())) {
      var table = tables.table(TableName.CODE);
      Thread.currentThread().interrupt();
      table.putTexts(List.of(row("a", "a.java", "alpha")));
      table.commit();
      assertThat(Thread.interrupted()).isTrue();
      table.putTexts(List.of(row("b", "b.java", "beta")));
      table.commit();
      assertThat(table.counts().texts()).isEqualTo(2);
    }
  }

  private void fill() {
    try (var tables = Tables.open(folder())) {
      tables.table(TableName.CODE).putTexts(List.of(row("a", "a.java", "alpha")));
    }
  }

  private void assertRefusedAsDamaged() {
    assertThatExceptionOfType(TableException.class)
        .isThrownBy(() -> Tables.open(folder()))
        .withMessageContaining(folder().resolve("code").toString())
        .withMessageContaining("damaged");
  }

  private Path commitFile() throws IOException {
    try (var files = Files.list(folder().resolve("code"))) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("segments_"))
          .findFirst()
          .orElseThrow();
    }
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder().resolve("code"))) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }
}
