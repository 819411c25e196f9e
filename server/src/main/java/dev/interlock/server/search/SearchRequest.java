package dev.interlock.server.search;

import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Filter;
import java.util.List;

/// A search, understood.
///
/// @param query what is looked for, never blank
/// @param tables where, one or both
/// @param limit hits at the most
public record SearchRequest(
    String query, SearchMode mode, List<TableName> tables, Filter filter, int limit) {
  public SearchRequest {
    tables = List.copyOf(tables);
  }
}
