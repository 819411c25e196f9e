package dev.interlock.index.table;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// Builds Lucene's queries out of ours. There is no parser, so no text is a syntax error.
final class Queries {
  /// More different words than this are left out: a pasted page is no question.
  static final int MAX_WORDS = 128;

  private static final float NAME_WEIGHT = 3;
  private static final float PATH_WEIGHT = 2;

  private Queries() {}

  /// Rows that hold any of the words, empty if the text has none.
  static Optional<Query> words(String text, Optional<Query> filter) {
    var counts = counts(text);
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    var query = new BooleanQuery.Builder();
    counts.forEach((word, count) -> query.add(word(word, count), Occur.SHOULD));
    query.setMinimumNumberShouldMatch(1);
    filter.ifPresent(f -> query.add(f, Occur.FILTER));
    return Optional.of(query.build());
  }

  /// What the filter demands, empty if nothing.
  ///
  /// @throws IllegalArgumentException if its glob is unsound
  static Optional<Query> filter(Filter filter) {
    var query = new BooleanQuery.Builder();
    filter.project().ifPresent(p -> query.add(term(Rows.PROJECT, p), Occur.FILTER));
    filter.language().ifPresent(l -> query.add(term(Rows.LANGUAGE, l), Occur.FILTER));
    filter.pathGlob().ifPresent(g -> query.add(paths(PathGlob.of(g)), Occur.FILTER));
    var all = query.build();
    return all.clauses().isEmpty() ? Optional.empty() : Optional.of(all);
  }

  private static Query paths(PathGlob glob) {
    return new AutomatonQuery(new Term(Rows.PATH), glob.automaton());
  }

  private static Query term(String field, String value) {
    return new TermQuery(new Term(field, value));
  }

  private static Map<String, Integer> counts(String text) {
    var counts = new LinkedHashMap<String, Integer>();
    for (var word : StopWords.without(Words.of(text))) {
      if (counts.size() < MAX_WORDS || counts.containsKey(word)) {
        counts.merge(word, 1, Integer::sum);
      }
    }
    return counts;
  }

  private static Query word(String word, int count) {
    var query =
        new CombinedFieldQuery.Builder(word)
            .addField(Rows.BODY_WORDS)
            .addField(Rows.NAME_WORDS, NAME_WEIGHT)
            .addField(Rows.PATH_WORDS, PATH_WEIGHT)
            .build();
    return count == 1 ? query : new BoostQuery(query, count);
  }
}
