package dev.interlock.index.table;

/// Cuts a text into words as programmers write them.
///
/// An identifier gives its parts (`get`, `user`, `name`) and itself without separators
/// (`getusername`), so that `getUserName`, `user_name` and `user-name` find each other. A dotted
/// chain gives itself too (`os.path.join`). Scripts without spaces give each character and each
/// pair of neighbours; pictures such as emoji give themselves. Everything is lower case, without
/// accents.
///
/// Thread: one at a time.
final class WordScanner {
  private final WordBuffer words = new WordBuffer();
  private char[] text = new char[0];
  private int length;
  private int pos;
  private int next;

  /// Begins a text. The array is read until the last word has been taken.
  void reset(char[] newText, int newLength) {
    text = newText;
    length = newLength;
    pos = 0;
    next = 0;
    words.clear();
  }

  /// Goes to the next word; false after the last.
  boolean advance() {
    while (next == words.count()) {
      if (pos >= length) {
        return false;
      }
      words.clear();
      next = 0;
      scan();
    }
    next++;
    return true;
  }

  /// Holds the present word from [#start], exclusively to [#end].
  char[] buffer() {
    return words.chars();
  }

  int start() {
    return words.start(next - 1);
  }

  int end() {
    return words.end(next - 1);
  }

  private void scan() {
    switch (kind(pos)) {
      case WORD -> chain();
      case UNSPACED -> unspaced();
      case PICTURE -> picture();
      case OTHER -> pos += width(pos);
    }
  }

  /// Identifiers joined by single dots.
  private void chain() {
    int from = pos;
    int links = 1;
    identifier();
    while (pos + 1 < length && text[pos] == '.' && kind(pos + 1) == CharKind.WORD) {
      pos++;
      links++;
      identifier();
    }
    if (links > 1 && pos - from <= WordBuffer.MAX_WORD) {
      int start = words.used();
      words.appendFolded(text, from, pos);
      words.word(start, words.used());
    }
  }

  /// Words joined by underscores, dollar signs or one hyphen.
  private void identifier() {
    int first = words.count();
    do {
      int from = pos;
      pos = wordEnd(pos);
      parts(from, pos);
    } while (joined());
    skipClitic();
    if (words.count() - first > 1) {
      words.joined(first);
    }
  }

  private boolean joined() {
    int p = pos;
    if (p < length && text[p] == '-') {
      p++;
    } else {
      while (p < length && (text[p] == '_' || text[p] == '$')) {
        p++;
      }
    }
    if (p == pos || p >= length || kind(p) != CharKind.WORD) {
      return false;
    }
    pos = p;
    return true;
  }

  /// Leaves out the end of `user's`, `don't`, `we'll`.
  private void skipClitic() {
    if (pos >= length || (text[pos] != '\'' && text[pos] != '\u2019')) {
      return;
    }
    int end = pos + 1;
    while (end < length && end - pos <= 3 && text[end] >= 'a' && text[end] <= 'z') {
      end++;
    }
    int letters = end - pos - 1;
    if (letters > 0 && letters < 3 && (end == length || kind(end) != CharKind.WORD)) {
      pos = end;
    }
  }

  /// Splits one word where its case turns or digits begin and end.
  private void parts(int from, int to) {
    int start = words.used();
    words.appendFolded(text, from, to);
    int end = words.used();
    // Where folding changed the number of characters, the turns can't be placed.
    if (end - start != to - from || CharKind.digit(text[from])) {
      words.word(start, end);
      return;
    }
    int part = start;
    for (int i = from + 1; i < to; i++) {
      if (turns(i, to)) {
        words.word(part, start + i - from);
        part = start + i - from;
      }
    }
    words.word(part, end);
  }

  /// Whether a part begins at `i`, inside of a word that ends at `to`.
  private boolean turns(int i, int to) {
    char before = text[i - 1];
    char here = text[i];
    if (CharKind.digit(before) != CharKind.digit(here)) {
      return true;
    }
    if (!CharKind.upper(here)) {
      return false;
    }
    if (!CharKind.upper(before)) {
      return true;
    }
    return i + 1 < to && CharKind.lower(text[i + 1]) && !plural(i + 1, to);
  }

  /// Whether a lone `s` ends an abbreviation, as in `URLs`.
  private boolean plural(int i, int to) {
    return text[i] == 's' && (i + 1 == to || !CharKind.lower(text[i + 1]));
  }

  private int wordEnd(int from) {
    int p = from;
    while (p < length) {
      int c = codePoint(p);
      if (CharKind.of(c) != CharKind.WORD && (p == from || c < 0x80 || !CharKind.mark(c))) {
        break;
      }
      p += Character.charCount(c);
    }
    return p;
  }

  private void unspaced() {
    int before = -1;
    while (pos < length && kind(pos) == CharKind.UNSPACED) {
      int end = pos + width(pos);
      single(pos, end);
      if (before >= 0) {
        single(before, end);
      }
      before = pos;
      pos = end;
    }
  }

  private void picture() {
    int end = pos + width(pos);
    single(pos, end);
    pos = end;
  }

  private void single(int from, int to) {
    int start = words.used();
    words.append(text, from, to);
    words.word(start, words.used());
  }

  private CharKind kind(int p) {
    return CharKind.of(codePoint(p));
  }

  private int width(int p) {
    return Character.charCount(codePoint(p));
  }

  private int codePoint(int p) {
    char c = text[p];
    return Character.isHighSurrogate(c) ? Character.codePointAt(text, p, length) : c;
  }
}
