package dev.interlock.core.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RankingTest {
  private static Score score(int index, double value) {
    return new Score(index, value);
  }

  @Test
  @DisplayName("B7: an answer that scores every document once, in any order, is sound")
  void soundAnswer() {
    assertThat(Ranking.wrong(List.of(score(2, -11), score(0, 7.7), score(1, 1e-20)), 3)).isEmpty();
    assertThat(Ranking.wrong(List.of(), 0)).isEmpty();
  }

  @Test
  @DisplayName("B7: a missing score is a failure, and never a zero")
  void missingScore() {
    assertThat(Ranking.wrong(List.of(score(0, 1), score(2, 1)), 3))
        .hasValue("gave 2 scores for 3 documents");
    assertThat(Ranking.wrong(List.of(score(0, 1), score(1, 1)), 1))
        .hasValue("gave 2 scores for 1 documents");
  }

  @Test
  @DisplayName("B7: an index beyond the documents, or one that comes twice, is a failure")
  void wrongIndex() {
    assertThat(Ranking.wrong(List.of(score(0, 1), score(2, 1)), 2))
        .hasValue("scored document 2 of 2");
    assertThat(Ranking.wrong(List.of(score(-1, 1)), 1)).hasValue("scored document -1 of 1");
    assertThat(Ranking.wrong(List.of(score(1, 1), score(1, 2)), 2))
        .hasValue("scored document 1 twice");
  }

  @Test
  @DisplayName("B7: a score that is no finite number is a failure")
  void notFinite() {
    assertThat(Ranking.wrong(List.of(score(0, Double.NaN)), 1))
        .hasValue("gave document 0 the score NaN");
    assertThat(Ranking.wrong(List.of(score(0, Double.NEGATIVE_INFINITY)), 1))
        .hasValue("gave document 0 the score -Infinity");
  }

  @Test
  @DisplayName("best first, equal ones as they were asked, no more than wanted")
  void bestFirst() {
    var ranking = new Ranking(List.of(score(2, 0.5), score(0, 0.5), score(1, 0.9), score(3, -2)));
    assertThat(ranking.best(10)).extracting(Score::index).containsExactly(1, 0, 2, 3);
    assertThat(ranking.best(2)).extracting(Score::index).containsExactly(1, 0);
  }

  @Test
  @DisplayName("documents asked in batches rank as those asked at once, whatever the batches")
  void batchesMerge() {
    Gen.each(
        200,
        gen -> {
          int count = gen.between(1, 40);
          var whole =
              IntStream.range(0, count).mapToObj(i -> score(i, gen.between(0, 4) / 4.0)).toList();
          int batch = gen.between(1, count);
          var merged = Ranking.EMPTY;
          for (int at = 0; at < count; at += batch) {
            int from = at;
            var answer =
                whole.subList(at, Math.min(count, at + batch)).stream()
                    .map(s -> score(s.index() - from, s.value()))
                    .sorted(Comparator.comparingDouble(Score::value))
                    .toList();
            merged = merged.and(answer);
          }
          assertThat(Ranking.wrong(merged.scores(), count)).isEmpty();
          assertThat(merged.best(count)).isEqualTo(new Ranking(whole).best(count));
        });
  }
}
