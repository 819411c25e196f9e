package dev.interlock.core.gate;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.core.embed.TokenCounter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A3: the probe set")
final class ProbesTest {
  private static final TokenCounter WORDS = new Words();
  private static final int PINNED = -175703394;

  @Test
  void hasFortyProbesInElevenKinds() {
    var set = Probes.forLimit(510, WORDS);
    assertThat(set.size()).isEqualTo(40);
    assertThat(set.maxTokens()).isEqualTo(510);
    assertThat(set.version()).isEqualTo("40-1");
    assertThat(set.probes().stream().collect(groupingBy(Probe::kind, counting())))
        .isEqualTo(
            Map.ofEntries(
                Map.entry(ProbeKind.LONGEST, 3L),
                Map.entry(ProbeKind.TAIL_PAIR, 4L),
                Map.entry(ProbeKind.LENGTH, 3L),
                Map.entry(ProbeKind.SHORT, 4L),
                Map.entry(ProbeKind.LONG_WORD, 2L),
                Map.entry(ProbeKind.SCRIPT, 6L),
                Map.entry(ProbeKind.ACCENT, 5L),
                Map.entry(ProbeKind.CASE, 3L),
                Map.entry(ProbeKind.GENERAL, 5L),
                Map.entry(ProbeKind.NEAR_DUPLICATE, 2L),
                Map.entry(ProbeKind.QUERY_FORM, 3L)));
    assertThat(set.positions(Form.QUERY)).containsExactly(37, 38, 39);
  }

  /// A changed text would make the anchors of every stored table wrong in silence.
  @Test
  void textsArePinnedByTheirVersion() {
    var texts =
        Probes.forLimit(510, WORDS).probes().stream()
            .map(p -> p.id() + "\t" + p.text())
            .collect(joining("\n"));
    assertThat(texts.hashCode()).isEqualTo(PINNED);
  }

  static Stream<TokenCounter> counters() {
    return Stream.of(WORDS, TokenCounter.estimate());
  }

  @ParameterizedTest
  @MethodSource("counters")
  void everyLimitIsFilledAndNeverExceeded(TokenCounter counter) {
    for (int limit : new int[] {64, 65, 100, 128, 256, 299, 300, 510, 2048, 8192}) {
      var set = Probes.forLimit(limit, counter);
      assertThat(set.size()).as("limit %d", limit).isEqualTo(limit < 300 ? 38 : 40);
      for (var probe : set.probes()) {
        assertThat(counter.count(probe.text())).as(probe.id()).isBetween(1, limit);
      }
      for (var id : List.of("longest-prose", "longest-code", "longest-mixed", "tail-late-a")) {
        assertThat(counter.count(text(set, id))).as(id).isGreaterThan(limit - 16);
      }
      assertThat(set.probes().stream().map(Probe::text).collect(Collectors.toSet()))
          .as("limit %d", limit)
          .hasSize(set.size());
    }
  }

  @Test
  void aLimitTooSmallIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Probes.forLimit(63, WORDS))
        .withMessageContaining("64 tokens or more for its probes, got 63");
  }

  @Test
  void tailPairsShareTheirBeginningAndNoMore() {
    var set = Probes.forLimit(2000, WORDS);
    assertThat(sharedWords(set, "tail-early")).isEqualTo(250);
    assertThat(sharedWords(set, "tail-late")).isEqualTo(1900);
    assertThat(WORDS.count(text(set, "tail-early-a"))).isEqualTo(510);
    assertThat(WORDS.count(text(set, "tail-late-b"))).isEqualTo(2000);
  }

  @Test
  void theLengthsAreAsTheySay() {
    var set = Probes.forLimit(510, WORDS);
    for (int n : new int[] {120, 150, 250}) {
      assertThat(WORDS.count(text(set, "length-" + n))).isEqualTo(n);
    }
  }

  @Test
  void twinsPointAtEachOther() {
    var set = Probes.forLimit(510, WORDS);
    var twins = set.probes().stream().filter(p -> p.twin().isPresent()).toList();
    assertThat(twins).hasSize(6);
    for (var probe : twins) {
      var twin = set.probes().get(set.position(probe.twin().orElseThrow()));
      assertThat(twin.twin()).contains(probe.id());
    }
  }

  @Test
  void aLongTextChangesItsWords() {
    var words = Cutter.words(text(Probes.forLimit(8192, WORDS), "longest-prose"));
    var sentences = String.join("", words).split("[.] ", -1);
    assertThat(new HashSet<>(List.of(sentences)).size()).isGreaterThan(sentences.length * 9 / 10);
  }

  @Test
  @DisplayName("C01: some texts hold no lower-case letter")
  void hasTextsInCapitals() {
    var prose = ProbeTexts.CAPITAL_PROSE;
    assertThat(prose.chars().noneMatch(Character::isLowerCase)).isTrue();
    assertThat(text(Probes.forLimit(510, WORDS), "case-capital-prose")).isEqualTo(prose);
  }

  @Test
  void hasAWordOfMoreThanAHundredCharacters() {
    assertThat(ProbeTexts.BLOB).hasSizeGreaterThan(100).matches("[A-Za-z0-9]+");
  }

  @Test
  void theDecomposedTextHoldsCombiningMarks() {
    assertThat(ProbeTexts.DECOMPOSED).contains("\u0301", "\u0303");
  }

  @Test
  void theTrailingBlankIsKept() {
    assertThat(ProbeTexts.TRAILING_BLANK).endsWith(" \n");
  }

  @Test
  void countingIsCheap() {
    var asked = new AtomicInteger();
    Probes.forLimit(
        8192,
        new TokenCounter() {
          @Override
          public int count(String text) {
            asked.incrementAndGet();
            return WORDS.count(text);
          }

          @Override
          public boolean exact() {
            return true;
          }
        });
    assertThat(asked.get()).isLessThan(220);
  }

  @Test
  void canariesRotateWithinTheirKinds() {
    var set = Probes.forLimit(510, WORDS);
    var first = Probes.canaries(set, 0).stream().map(i -> set.probes().get(i).id()).toList();
    assertThat(first)
        .containsExactly(
            "longest-prose",
            "short-symbol",
            "script-chinese",
            "accent-german",
            "general-code-java",
            "query-question");
    var kinds = Probes.canaries(set, 0).stream().map(i -> set.probes().get(i).kind()).toList();
    var seen = new HashSet<Integer>();
    for (int turn = 0; turn < 30; turn++) {
      var canaries = Probes.canaries(set, turn);
      assertThat(canaries.stream().map(i -> set.probes().get(i).kind()).toList()).isEqualTo(kinds);
      seen.addAll(canaries);
    }
    assertThat(seen).hasSize(3 + 1 + 6 + 5 + 3 + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void anyTurnHasCanaries(int turn) {
    assertThat(Probes.canaries(Probes.forLimit(64, WORDS), turn))
        .hasSize(6)
        .doesNotHaveDuplicates();
  }

  private static int sharedWords(ProbeSet set, String pair) {
    var a = Cutter.words(text(set, pair + "-a"));
    var b = Cutter.words(text(set, pair + "-b"));
    return (int)
        IntStream.range(0, Math.min(a.size(), b.size()))
            .takeWhile(i -> a.get(i).equals(b.get(i)))
            .count();
  }

  private static String text(ProbeSet set, String id) {
    return set.probes().get(set.position(id)).text();
  }

  /// A token for each word.
  private record Words() implements TokenCounter {
    @Override
    public int count(String text) {
      return Cutter.words(text).size();
    }

    @Override
    public boolean exact() {
      return true;
    }
  }
}
