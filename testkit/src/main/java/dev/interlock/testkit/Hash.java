package dev.interlock.testkit;

/// A 64-bit hash of text that is the same in every process.
///
/// Source: FNV-1a over UTF-16 units; finisher of SplitMix64 (Steele, Lea, Flood 2014).
final class Hash {
  private Hash() {}

  static long of(long salt, CharSequence text) {
    long hash = 0xcbf29ce484222325L ^ mix(salt);
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
