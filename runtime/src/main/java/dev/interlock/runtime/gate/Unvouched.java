package dev.interlock.runtime.gate;

import dev.interlock.core.table.TableName;

/// Rows that a route made since its last good check: the next one vouches for them, or names them.
///
/// @param rows 1 or more
/// @param listed whether the table's role still has the route; only another one can make the rows
///   of one that is gone again
public record Unvouched(String route, TableName table, long rows, boolean listed) {}
