package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The counter against the real tokenizer's count of the whole text.
class WordPieceCounterTest {
  private static WordPiece real;
  private static WordPieceCounter counter;

  @BeforeAll
  static void load() throws EngineUnavailable {
    Lazy<WordPiece> tokenizer = Unpacked.tokenizer();
    real = tokenizer.get();
    counter = new WordPieceCounter(tokenizer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \t\r\n",
        "public static void main(String[] args) { return; }",
        "snake_case camelCase SCREAMING_CASE kebab-case a1b2c3",
        "[CLS] a [SEP] [MASK] [PAD] [UNK] [cls] ##ing",
        "a\u0001b \u0000 c\u007Fd e\u000Bf g\u000Ch i\u0085j",
        "caf\u00E9 cafe\u0301 \u0301x ,\u0301y \u0130stanbul \u00DF \uFB01 \u03A3\u03C2",
        "\u6F22\u5B57\u3068\u304B\u306A \u4E2D\u6587abc\u4E2D\u0301def",
        "\uD55C\uAD6D\uC5B4 \u0939\u093F\u0928\u094D\u0926\u0940"
            + " \u0440\u0443\u0441\u0441\u043A\u0438\u0439",
        "x\u00A0y z\u2003w a\u200Bb c\u00ADd \uFEFFe \u2028f",
        "\u2014dash\u2014 \u201Cquoted\u201D \u2192 \u20AC5 100\u00B0",
        "\uD83D\uDE00 x\uD83D\uDE00y \uD840\uDC00",
        "\uD83D lonely \uDE00 \uD83D\uDE00 \uD83D",
      })
  void countsAsTheRealTokenizer(String text) {
    assertThat(counter.count(text)).isEqualTo(real.count(text));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @DisplayName(
      "a text that was expected counts as the real tokenizer has it, whole and in stretches")
  void expectedTextCountsAsTheRealTokenizer(long seed) throws EngineUnavailable {
    var fresh = new WordPieceCounter(Unpacked.tokenizer());
    String text =
        "getUserName(a1) | embeddings||x Zyzzyva caf\u00E9 [PAD] "
            + RandomTexts.source(new SplittableRandom(seed))
            + RandomTexts.mixed(new SplittableRandom(seed));
    fresh.expect(text);
    int middle = text.indexOf('|');
    assertThat(fresh.count(text)).isEqualTo(real.count(text));
    assertThat(fresh.count(text, 0, middle)).isEqualTo(real.count(text.substring(0, middle)));
    assertThat(fresh.count(text, middle, text.length()))
        .isEqualTo(real.count(text.substring(middle)));
  }

  @Test
  void specialSpellingsInATextAreOrdinaryCharacters() {
    assertThat(real.ids("[SEP]")).startsWith(101, 1031).endsWith(1033, 102).doesNotContain(103);
    assertThat(real.ids("[MASK]")).doesNotContain(103);
    assertThat(counter.count("[SEP]")).isEqualTo(3);
  }

  @Test
  void halfASurrogatePairCostsNothingElse() {
    assertThat(real.ids("a \uD83D\uDE00 b\uD83D")).isEqualTo(real.ids("a \uD83D\uDE00 b"));
  }

  @ParameterizedTest
  @ValueSource(ints = {99, 100, 101, 5_000})
  @DisplayName("a word of more than 100 characters is one unknown token")
  void longWordsCountAsTheRealTokenizer(int length) {
    String word = "aB3".repeat(length).substring(0, length);
    String accented = "a\u0301".repeat(length);

    for (String text : List.of(word, "x " + word + "_" + word, accented, word + '\u0001')) {
      assertThat(counter.count(text)).isEqualTo(real.count(text));
    }
  }

  @Test
  @DisplayName("every character of the basic plane, between letters and alone, counts alike")
  void everyCharacterOfTheBasicPlaneCountsAlike() {
    for (int from = 0; from < 0x10000; from += 0x40) {
      var text = new StringBuilder();
      for (int c = from; c < from + 0x40; c++) {
        text.append('a').append((char) c).append("b ").append((char) c).append(' ');
      }
      assertCountsAlike(text.toString(), "characters from U+%04X".formatted(from));
    }
  }

  @Test
  void randomTextsCountAlike() {
    for (long seed = 1; seed <= 5_000; seed++) {
      String text = RandomTexts.mixed(new SplittableRandom(seed));
      assertCountsAlike(text, "seed " + seed);
    }
  }

  @Test
  void randomSourceCountsAlike() {
    for (long seed = 1; seed <= 2_000; seed++) {
      String text = RandomTexts.source(new SplittableRandom(seed));
      assertCountsAlike(text, "seed " + seed);
    }
  }

  @Test
  void linesAddUpToTheWhole() {
    String text = RandomTexts.source(new SplittableRandom(7));

    int lines = text.lines().mapToInt(counter::count).sum();

    assertThat(lines).isEqualTo(counter.count(text));
  }

  @Test
  void countsAlikeFromSeveralThreads() throws InterruptedException {
    List<String> texts =
        IntStream.range(0, 500)
            .mapToObj(seed -> RandomTexts.mixed(new SplittableRandom(seed)))
            .toList();
    int expected = texts.stream().mapToInt(real::count).sum();
    var fresh = new WordPieceCounter(Unpacked.tokenizer());
    var start = new CountDownLatch(1);
    var sums = new int[4];
    List<Thread> threads =
        IntStream.range(0, sums.length)
            .mapToObj(
                n ->
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              awaitStart(start);
                              sums[n] = texts.stream().mapToInt(fresh::count).sum();
                            }))
            .toList();
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(sums).containsOnly(expected);
  }

  @Test
  void tokenizerThatCannotBeLoadedIsTold() {
    var broken =
        new WordPieceCounter(
            new Lazy<>(
                () -> {
                  throw new EngineUnavailable("native libraries", new IOException("disk full"));
                }));

    assertThatThrownBy(() -> broken.count("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("disk full");
  }

  private static void assertCountsAlike(String text, String name) {
    assertThat(counter.count(text)).as("%s: %s", name, text).isEqualTo(real.count(text));
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
