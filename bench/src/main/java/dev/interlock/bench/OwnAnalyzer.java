package dev.interlock.bench;

import dev.interlock.index.table.Words;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// The product's words for a bare Lucene index, through its public door; the list in between costs
/// a little more than the product pays.
final class OwnAnalyzer extends Analyzer {
  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    return new TokenStreamComponents(new Listed());
  }

  private static final class Listed extends Tokenizer {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private Iterator<String> words = Collections.emptyIterator();

    @Override
    public void reset() throws IOException {
      super.reset();
      words = Words.of(input.readAllAsString()).iterator();
    }

    @Override
    public boolean incrementToken() {
      clearAttributes();
      if (!words.hasNext()) {
        return false;
      }
      term.append(words.next());
      return true;
    }
  }
}
