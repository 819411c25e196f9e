package dev.interlock.it.sim;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// An index job as the disk has it: what it is to embed, what it gave up, whether it has said that
/// it is complete. It outlives the server.
final class Work {
  private final String id;
  private final String project;
  private final List<String> manifest;
  private final Set<String> givenUp = new HashSet<>();
  private int counted;
  private boolean completed;
  private long completedAt;

  Work(String id, String project, List<String> manifest) {
    this.id = id;
    this.project = project;
    this.manifest = List.copyOf(manifest);
  }

  String id() {
    return id;
  }

  String project() {
    return project;
  }

  List<String> manifest() {
    return manifest;
  }

  void giveUp(String chunk) {
    givenUp.add(chunk);
  }

  boolean givenUp(String chunk) {
    return givenUp.contains(chunk);
  }

  /// Counts a text that has come back.
  int count() {
    return ++counted;
  }

  boolean completed() {
    return completed;
  }

  /// It is complete, as of that time since the beginning.
  void completed(long atNanos) {
    completed = true;
    completedAt = atNanos;
  }

  /// There is more to do.
  void reopened() {
    completed = false;
  }

  long completedAt() {
    return completedAt;
  }
}
