package dev.interlock.index.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.index.table.Hit;
import dev.interlock.index.table.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FusionTest {
  @DisplayName("A18: words weigh 2, vectors 1, over 20 + rank; ties by best rank, then id")
  @ParameterizedTest(name = "vectors [{0}], words [{1}] give [{2}]")
  @CsvSource(
      delimiter = '|',
      value = {
        "''      | ''      | ''",
        "a b c   | ''      | a b c",
        "''      | c b a   | c b a",
        "a       | b       | b a",
        "a b     | a b     | a b",
        "a b     | b a     | b a",
        "a b c   | d e c   | c d e a b",
        "a b c d | d       | d a b c",
        "x       | ''      | x",
      })
  void fuses(String vector, String words, String expected) {
    var fused = fuse(List.of(Ranked.vector("s/4", hits(vector)), Ranked.lexical(hits(words))), 10);
    assertThat(ids(fused)).isEqualTo(expected);
  }

  @Test
  void scoreIsTheSumOfItsParts() {
    var fused = fuse(List.of(Ranked.vector("s/4", hits("a b")), Ranked.lexical(hits("c d b"))), 10);
    var b = fused.getFirst();
    assertThat(b.chunk().id()).isEqualTo("b");
    assertThat(b.score()).isCloseTo(1.0 / 22 + 2.0 / 23, within(1e-12));
    assertThat(b.vector()).contains(new Part(2, 0.99f, "s/4"));
    assertThat(b.lexical()).contains(new Part(3, 0.98f, ""));
    assertThat(fused.get(1).vector()).isEmpty();
    assertThat(fused.get(1).provenance()).contains(Sample.PROVENANCE);
  }

  @Test
  void equalScoresGoByTheBetterRank() {
    var words = hits("b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 a");
    var fused = fuse(List.of(Ranked.vector("s/4", hits("z")), Ranked.lexical(words)), 30);
    assertThat(fused.get(21).score()).isEqualTo(fused.get(22).score());
    assertThat(ids(fused)).endsWith("d1 z a");
  }

  @Test
  @DisplayName("A6: a row found in two spaces shows its better rank")
  void betterRankIsShown() {
    var one = Ranked.vector("one/4", hits("a b"));
    var two = Ranked.vector("two/8", hits("b a"));
    for (var lists : List.of(List.of(one, two), List.of(two, one))) {
      assertThat(fuse(lists, 10).getFirst().vector()).contains(new Part(1, 1f, "one/4"));
    }
  }

  @Test
  void limitCutsTheList() {
    var lists = List.of(Ranked.lexical(hits("a b c d")));
    assertThat(ids(fuse(lists, 2))).isEqualTo("a b");
    assertThat(fuse(lists, 0)).isEmpty();
  }

  @Test
  void orderOfListsDoesNotMatter() {
    var vector = Ranked.vector("s/4", hits("a b c"));
    var words = Ranked.lexical(hits("c d a"));
    assertThat(fuse(List.of(vector, words), 10)).isEqualTo(fuse(List.of(words, vector), 10));
  }

  @Test
  @DisplayName("A6: spaces are fused by rank, never by score")
  void spacesAreFusedByRank() {
    var high = Ranked.vector("one/4", List.of(hit("a", 0.9f), hit("b", 0.8f)));
    var low = Ranked.vector("two/8", List.of(hit("c", 0.2f), hit("d", 0.1f)));
    var fused = fuse(List.of(high, low), 10);
    assertThat(ids(fused)).isEqualTo("a c b d");
    assertThat(fused.get(1).vector()).contains(new Part(1, 0.2f, "two/8"));
  }

  @Test
  @DisplayName("A6: tables of one space make one list, by score")
  void oneSpaceIsOneList() {
    var code = Ranked.vector("one/4", List.of(hit("a", 0.9f), hit("b", 0.8f)));
    var docs = Ranked.vector("one/4", List.of(hit("c", 0.85f), hit("d", 0.1f)));
    assertThat(ids(fuse(List.of(docs, code), 10))).isEqualTo("a c b d");
    var words = Ranked.lexical(List.of(hit("a", 9f)));
    var others = Ranked.lexical(List.of(hit("b", 11f), hit("c", 1f)));
    assertThat(ids(fuse(List.of(words, others), 10))).isEqualTo("b a c");
  }

  @Test
  void weightsTurnTheOrder() {
    var lists = List.of(Ranked.vector("s/4", hits("a")), Ranked.lexical(hits("b")));
    assertThat(ids(Fusion.fuse(lists, Weights.MEANING_FIRST, 10))).isEqualTo("a b");
    assertThat(ids(Fusion.fuse(lists, Weights.WORDS_FIRST, 10))).isEqualTo("b a");
  }

  private static List<Fused> fuse(List<Ranked> lists, int limit) {
    return Fusion.fuse(lists, Weights.WORDS_FIRST, limit);
  }

  private static List<Hit> hits(String ids) {
    var hits = new ArrayList<Hit>();
    for (var id : ids.isEmpty() ? List.<String>of() : Arrays.asList(ids.split(" "))) {
      hits.add(hit(id, 1 - hits.size() / 100f));
    }
    return hits;
  }

  private static Hit hit(String id, float score) {
    return new Hit(Sample.row(id, id + ".java", "text"), score, Optional.of(Sample.PROVENANCE));
  }

  private static String ids(List<Fused> fused) {
    return String.join(" ", fused.stream().map(f -> f.chunk().id()).toList());
  }
}
