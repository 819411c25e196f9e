package dev.interlock.index.table;

import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// The words of one text, found once and given as often as they are asked for.
///
/// Thread: one at a time.
final class KeptWords extends TokenStream {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final List<String> words;
  private int next;

  KeptWords(String text) {
    this.words = Words.of(text);
  }

  @Override
  public void reset() {
    next = 0;
  }

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (next == words.size()) {
      return false;
    }
    term.append(words.get(next++));
    return true;
  }
}
