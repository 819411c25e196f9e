package dev.interlock.core.table;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// One value for each table, none missing.
///
/// Thread: as its values allow; the set itself never changes.
public final class PerTable<T> {
  private final Map<TableName, T> values = new EnumMap<>(TableName.class);

  private PerTable() {}

  /// Makes a value for each table.
  public static <T> PerTable<T> of(Function<TableName, T> make) {
    var all = new PerTable<T>();
    Arrays.stream(TableName.values()).forEach(table -> all.values.put(table, make.apply(table)));
    return all;
  }

  /// The table's value.
  public T get(TableName table) {
    return Objects.requireNonNull(values.get(table));
  }

  /// All values.
  public Collection<T> values() {
    return Collections.unmodifiableCollection(values.values());
  }
}
