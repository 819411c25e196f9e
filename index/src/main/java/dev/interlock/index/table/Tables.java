package dev.interlock.index.table;

import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The live tables, each in a folder of its own below one folder.
///
/// One process at a time: the files are locked by the operating system, which frees them when the
/// process dies, however it dies. Thread: any.
public final class Tables implements AutoCloseable {
  private final Map<TableName, LuceneTable> tables = new EnumMap<>(TableName.class);

  private Tables() {}

  /// Opens all tables; makes those that don't exist.
  ///
  /// @throws TableException if one is damaged, in use by another process or can't be read; none
  ///   stays open then
  public static Tables open(Path folder) {
    var all = new Tables();
    try {
      for (var name : TableName.values()) {
        all.tables.put(name, LuceneTable.open(name, folder.resolve(name.word())));
      }
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  /// The table of that name.
  public Table table(TableName name) {
    return Objects.requireNonNull(tables.get(name));
  }

  /// Commits and closes all tables. Their methods fail afterwards.
  @Override
  public void close() {
    tables.values().forEach(LuceneTable::close);
  }
}
