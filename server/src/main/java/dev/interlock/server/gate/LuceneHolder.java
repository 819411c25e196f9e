package dev.interlock.server.gate;

import dev.interlock.core.space.Space;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.gate.TableHolder;
import java.util.Optional;

/// The tables on disk, as the gate sees them.
public record LuceneHolder(Tables tables) implements TableHolder {
  @Override
  public long storedRows(TableName table) {
    return tables.table(table).counts().stored();
  }

  @Override
  public Optional<Space> space(TableName table) {
    return tables.table(table).space();
  }

  @Override
  public void bind(TableName table, Space space) {
    tables.table(table).bind(space);
  }
}
