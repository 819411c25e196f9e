package dev.interlock.server.jobs;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.store.JobStore;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.server.gate.Closed;
import dev.interlock.server.ingest.WalkRules;
import java.util.concurrent.Executor;

/// What every run works with.
///
/// @param rules what a walk leaves out
/// @param threads where runs and pullers live; tasks block
/// @param closed tells why nothing may serve
/// @param mender keeps vectors in doubt out of the tables
public record JobPorts(
    Tables tables,
    Gatekeeper gatekeeper,
    JobStore jobs,
    ManifestStore manifest,
    WalkRules rules,
    Clocks clocks,
    Executor threads,
    Mender mender,
    Closed closed) {
  /// The two clocks, and the one way to wait.
  public record Clocks(Ticker ticker, WallClock wall, Scheduler scheduler) {}
}
