package dev.interlock.runtime.gate;

import dev.interlock.core.space.Space;
import dev.interlock.core.table.TableName;
import java.util.Optional;

/// The tables as the gate sees them: how many vectors they hold, and the copy of the space that
/// they keep.
///
/// Thread: any.
public interface TableHolder {
  /// Rows with a vector.
  long storedRows(TableName table);

  /// The copy of the space in the table itself.
  Optional<Space> space(TableName table);

  /// Gives an empty table its space.
  ///
  /// @throws IllegalStateException if the table holds vectors of another space
  void bind(TableName table, Space space);
}
