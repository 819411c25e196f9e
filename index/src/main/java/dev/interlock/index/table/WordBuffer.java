package dev.interlock.index.table;

import java.text.Normalizer;
import java.util.Arrays;

/// The words found so far, as stretches of one array. Thread: one at a time.
final class WordBuffer {
  /// Longer words are cut here: nobody searches for the rest of a base64 block.
  static final int MAX_WORD = 64;

  private char[] chars = new char[256];
  private int used;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int count;

  void clear() {
    used = 0;
    count = 0;
  }

  char[] chars() {
    return chars;
  }

  int count() {
    return count;
  }

  int start(int word) {
    return starts[word];
  }

  /// Exclusive.
  int end(int word) {
    return ends[word];
  }

  /// Where the next character goes.
  int used() {
    return used;
  }

  /// Makes a word of a stretch of characters.
  void word(int start, int end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    starts[count] = start;
    ends[count++] = Math.min(end, start + MAX_WORD);
  }

  /// Makes one word of all words from that one on.
  void joined(int first) {
    int last = count;
    int start = used;
    for (int i = first; i < last && used - start < MAX_WORD; i++) {
      int size = ends[i] - starts[i];
      reserve(size);
      System.arraycopy(chars, starts[i], chars, used, size);
      used += size;
    }
    word(start, used);
  }

  /// Appends that stretch as it is.
  void append(char[] text, int from, int to) {
    reserve(to - from);
    System.arraycopy(text, from, chars, used, to - from);
    used += to - from;
  }

  /// Appends that stretch in lower case, without accents and wide forms.
  void appendFolded(char[] text, int from, int to) {
    reserve(to - from);
    for (int i = from; i < to; i++) {
      char c = text[i];
      if (c >= 0x80) {
        var rest = fold(new String(text, i, to - i));
        append(rest.toCharArray(), 0, rest.length());
        return;
      }
      chars[used++] = c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
    }
  }

  private static String fold(String s) {
    var apart = Normalizer.normalize(s, Normalizer.Form.NFKD);
    var kept = new StringBuilder(apart.length());
    for (int i = 0; i < apart.length(); i++) {
      char c = apart.charAt(i);
      if (c < 0x300 || c > 0x36F) {
        kept.append(Character.toLowerCase(c));
      }
    }
    return Normalizer.normalize(kept, Normalizer.Form.NFC);
  }

  private void reserve(int more) {
    if (used + more > chars.length) {
      chars = Arrays.copyOf(chars, Math.max(2 * chars.length, used + more));
    }
  }
}
