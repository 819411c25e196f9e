package dev.interlock.runtime.store;

import dev.interlock.core.table.TableName;

/// How many texts a route has embedded for a table, ever.
///
/// @param route the route
/// @param table the table
/// @param texts rows and queries, probes left out
public record Served(String route, TableName table, long texts) {}
