package dev.interlock.core.fanout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A text that has no end yet. Confined to its queue; itself and no other.
final class Text {
  private final long id;
  private final String job;
  private final Set<Long> batches = new HashSet<>();
  private final List<String> blamedBy = new ArrayList<>();
  private final Set<String> refusedAmongOthers = new HashSet<>();
  private int losses;
  private boolean ended;

  Text(long id, String job) {
    this.id = id;
    this.job = job;
  }

  long id() {
    return id;
  }

  String job() {
    return job;
  }

  void sent(long batch) {
    batches.add(batch);
  }

  void back(long batch) {
    batches.remove(batch);
  }

  /// Whether a call for it is under way.
  boolean out() {
    return !batches.isEmpty();
  }

  /// Whether one more call for it could bring something: it has no end yet, and only one call for
  /// it is under way.
  boolean rare() {
    return !ended && batches.size() <= 1;
  }

  void end() {
    ended = true;
  }

  /// It was alone, or alone at fault, and this provider gave nothing for it.
  void blame(String provider) {
    blamedBy.add(provider);
  }

  /// This provider refused a call that it was in with others.
  void refusedAmongOthers(String provider) {
    refusedAmongOthers.add(provider);
  }

  /// Whether this provider has refused it in company before.
  boolean wasRefusedBy(String provider) {
    return refusedAmongOthers.contains(provider);
  }

  List<String> blamedBy() {
    return blamedBy;
  }

  /// It was in a call with which a sound provider was lost.
  ///
  /// @return how often that was, this time included
  int lost() {
    return ++losses;
  }
}
