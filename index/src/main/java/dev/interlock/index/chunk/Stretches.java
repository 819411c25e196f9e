package dev.interlock.index.chunk;

import java.util.Arrays;

/// Stretches of a text, in order and apart from each other. Thread: confined.
final class Stretches {
  private int[] from = new int[256];
  private int[] to = new int[256];
  private int count;

  /// Takes in one that lies behind all others, or around some of the last.
  ///
  /// @param start its first offset
  /// @param end its last, exclusive
  void add(int start, int end) {
    while (count > 0 && from[count - 1] >= start) {
      count--;
    }
    if (start >= end) {
      return;
    }
    if (count > 0 && to[count - 1] == start) {
      to[count - 1] = end;
      return;
    }
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    from[count] = start;
    to[count++] = end;
  }

  int count() {
    return count;
  }

  int from(int i) {
    return from[i];
  }

  /// Exclusive.
  int to(int i) {
    return to[i];
  }
}
