package dev.interlock.server.ingest;

/// How a walk ended.
public sealed interface WalkResult {
  /// All of the root was met, but for the folders listed as skipped.
  record Finished(WalkCounts counts) implements WalkResult {}

  /// The root gave no file to index. The job fails and deletes nothing (C74).
  record Failed(RootProblem problem, WalkCounts counts) implements WalkResult {}
}
