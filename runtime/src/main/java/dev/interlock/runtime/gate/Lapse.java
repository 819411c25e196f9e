package dev.interlock.runtime.gate;

import dev.interlock.core.table.TableName;

/// A route's check failed, so that nobody vouches for what it made since its last good one (A5,
/// design §4 Drift).
///
/// @param verdict id of the verdict under which the rows were made
/// @param from the first stretch of their work that is in doubt
/// @param reason what the check found
public record Lapse(String route, TableName table, String verdict, long from, String reason) {}
