package dev.interlock.core.fanout;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A batch that a provider refused, while its parts are asked for: if that provider takes them all,
/// the number of texts was the matter.
///
/// Confined to its queue.
final class Trouble {
  private final Puller puller;
  private final int size;
  private final Set<Text> left;
  private boolean spoiled;

  /// @param perhapsSize whether the refusal may have been for the number of texts
  Trouble(Puller puller, List<Text> texts, boolean perhapsSize) {
    this.puller = puller;
    this.size = texts.size();
    this.left = new HashSet<>(texts);
    this.spoiled = !perhapsSize;
  }

  Puller puller() {
    return puller;
  }

  /// A text of it has its vector.
  void accepted(Text text, Puller by) {
    left.remove(text);
    spoiled |= by != puller;
  }

  /// A text of it is at fault, or a part of it was refused as well.
  void spoil() {
    spoiled = true;
  }

  /// Whether its size alone was the matter.
  boolean bySizeAlone() {
    return left.isEmpty() && !spoiled && size > 1;
  }

  /// Texts that its provider takes in a call, as it seems.
  int cap() {
    return (size + 1) / 2;
  }
}
