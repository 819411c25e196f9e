package dev.interlock.index.table;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// [WordScanner] as Lucene wants it. Gives no offsets and no positions: no field keeps any.
final class WordTokenizer extends Tokenizer {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final WordScanner scanner = new WordScanner();
  private char[] text = new char[4096];

  @Override
  public boolean incrementToken() {
    clearAttributes();
    if (!scanner.advance()) {
      return false;
    }
    term.copyBuffer(scanner.buffer(), scanner.start(), scanner.end() - scanner.start());
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    int length = 0;
    for (int n = 0; n >= 0; length += Math.max(n, 0)) {
      if (length == text.length) {
        text = Arrays.copyOf(text, 2 * length);
      }
      n = input.read(text, length, text.length - length);
    }
    scanner.reset(text, length);
  }
}
