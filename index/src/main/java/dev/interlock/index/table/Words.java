package dev.interlock.index.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/// The one way in which texts and queries become words: identifiers are split as programmers write
/// them and words are stemmed as English. `getUserName` gives `get`, `user`, `name` and
/// `getusernam`.
///
/// Thread: any.
public final class Words {
  static final Analyzer ANALYZER = new IdentifierAnalyzer();

  private Words() {}

  /// The words of a text, in its order, with repetitions.
  public static List<String> of(String text) {
    var words = new ArrayList<String>();
    try (TokenStream stream = ANALYZER.tokenStream("", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        words.add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }

  /// The different words of a text that say what it is about: without those of any English
  /// question, unless there are no others.
  public static Set<String> telling(String text) {
    return new LinkedHashSet<>(StopWords.without(of(text)));
  }

  private static final class IdentifierAnalyzer extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
      var tokenizer = new WordTokenizer();
      return new TokenStreamComponents(tokenizer, new PorterStemFilter(tokenizer));
    }
  }
}
