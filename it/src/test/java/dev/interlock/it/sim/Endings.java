package dev.interlock.it.sim;

import java.util.HashSet;
import java.util.Set;

/// Whatever begins ends exactly once: callers, attempts, texts. Ids are never used twice.
final class Endings {
  private final Ground ground;
  private final Set<String> open = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private long trace;

  Endings(Ground ground) {
    this.ground = ground;
  }

  void begun(String id) {
    trace(id);
    boolean fresh = open.add(id) && !ended.contains(id);
    ground.verdict().check(fresh, Rule.ENDINGS, () -> "%s begins twice".formatted(id));
  }

  private void trace(String id) {
    trace = 31 * (31 * trace + ground.now()) + id.hashCode();
  }

  /// What began and ended when, in one number: two runs of a seed have the same.
  long trace() {
    return trace;
  }

  void ended(String id) {
    trace(id);
    boolean first = open.remove(id);
    ground.verdict().check(first, Rule.ENDINGS, () -> "%s ends, and was over".formatted(id));
    ended.add(id);
  }

  /// The server is gone: so is all that was under way in it.
  void cut() {
    ended.addAll(open);
    open.clear();
  }

  /// Whether anything is under way.
  boolean underWay() {
    return !open.isEmpty();
  }

  int count() {
    return ended.size();
  }

  /// At the end nothing is under way.
  void drained() {
    ground.verdict().check(open.isEmpty(), Rule.DRAIN, () -> "never ended: %s".formatted(open));
  }
}
