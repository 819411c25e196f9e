package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.table.Chunk;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The hard limit, blanks, and what may never be cut in two.
class ChunkLimitTest {
  private static final TokenCounter WORDS = new WordCounter();
  private static final String EMOJI = "\uD83D\uDE80";
  private static final String FAMILY = "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67";
  private static final String ACCENTED = "e\u0301";

  @Test
  @DisplayName("C22: a section of 600 words under a limit of 512 is split and every part fits")
  void longSectionIsSplit() {
    String section = words(600);
    var chunks = Cut.words("markdown", "# Long\n\n" + section + "\n", 512);
    assertThat(chunks).hasSizeGreaterThan(1).allSatisfy(c -> fits(c, WORDS, 512));
    assertThat(Cut.ink(chunks)).isEqualTo(Cut.ink("# Long" + section));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n\n", " \t\r\n \u00A0\u2003\n", "\uFEFF", "\u200B\n"})
  @DisplayName("C76: a blank file has no chunk")
  void blankFileHasNoChunk(String text) {
    assertThat(Cut.words("text", text, 64)).isEmpty();
    assertThat(Cut.words("java", text, 64)).isEmpty();
    assertThat(Cut.words("html", text, 64)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, -1, 0, 1, 2})
  @DisplayName("C92: an emoji at the border of a chunk stays whole")
  void emojiAtBordersStaysWhole(int shift) {
    String plain = "x".repeat(400);
    int border = 0;
    for (Chunk chunk : Cut.file("text", plain, TokenCounter.estimate(), 64).chunks()) {
      border += chunk.text().length();
      for (String cluster : List.of(EMOJI, FAMILY, ACCENTED)) {
        staysWhole(plain, Math.min(plain.length(), border + shift), cluster);
      }
    }
  }

  @Test
  @DisplayName("C92: an emoji at any offset stays whole")
  void emojiAnywhereStaysWhole() {
    String plain = "x".repeat(300);
    for (int offset = 0; offset <= plain.length(); offset++) {
      for (String cluster : List.of(EMOJI, FAMILY, ACCENTED)) {
        staysWhole(plain, offset, cluster);
      }
    }
  }

  @Test
  @DisplayName(
      "C92: no offset of a long run of characters beyond the first plane is cut inside one")
  void runOfPairsIsCutBetweenThem() {
    String text = "a" + EMOJI.repeat(5000) + "b";
    var chunks = Cut.file("text", text, TokenCounter.estimate(), 33).chunks();
    assertThat(chunks).allSatisfy(ChunkLimitTest::wellFormed);
    assertThat(Cut.ink(chunks)).isEqualTo(text);
  }

  @Test
  @DisplayName("one huge line is cut at word borders, each part on that line")
  void hugeLineIsCutAtWords() {
    String text = words(20_000);
    var chunks = Cut.words("json", "\n" + text, 100);
    assertThat(chunks)
        .allSatisfy(c -> fits(c, WORDS, 100))
        .allSatisfy(c -> assertThat(c.startLine()).isEqualTo(2))
        .allSatisfy(c -> assertThat(c.endLine()).isEqualTo(2));
    assertThat(chunks.stream().map(Chunk::text).collect(Collectors.joining(" "))).isEqualTo(text);
  }

  @Test
  @DisplayName("a word without end is cut too, though it counts as one token")
  void endlessWordIsCut() {
    var chunks = Cut.words("text", "x".repeat(1_000_000), 510);
    assertThat(chunks).allSatisfy(c -> assertThat(c.text()).hasSizeLessThan(4000));
    assertThat(Cut.ink(chunks)).hasSize(1_000_000);
  }

  @Test
  @DisplayName("the line of names counts: long headings are shortened, the innermost kept")
  void namesAreKeptShort() {
    String text =
        "# Alpha %s\n## Beta %s\n### Gamma\n%s\n".formatted(words(15), words(15), words(90));
    var chunks = Cut.words("markdown", text, 100);
    assertThat(chunks).allSatisfy(c -> fits(c, WORDS, 100));
    assertThat(chunks.getLast().names()).hasSize(2).endsWith("Gamma");
  }

  @Test
  void limitUnderTheLeastIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Chunker(WORDS, 15, () -> 0))
        .withMessageContaining("15");
  }

  private static void staysWhole(String plain, int offset, String cluster) {
    String text = plain.substring(0, offset) + cluster + plain.substring(offset);
    var chunks = Cut.file("text", text, TokenCounter.estimate(), 64).chunks();
    assertThat(chunks).hasSizeGreaterThan(1).allSatisfy(ChunkLimitTest::wellFormed);
    assertThat(Cut.ink(chunks)).isEqualTo(text);
    assertThat(chunks).as("offset %d", offset).anyMatch(c -> c.text().contains(cluster));
  }

  private static void fits(Chunk chunk, TokenCounter counter, int limit) {
    assertThat(counter.count(chunk.vectorText())).isBetween(1, limit);
  }

  private static void wellFormed(Chunk chunk) {
    try {
      var bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(chunk.text()));
      assertThat(bytes.hasRemaining()).isTrue();
    } catch (CharacterCodingException e) {
      throw new AssertionError("a half character in " + chunk, e);
    }
    assertThat(chunk.text()).doesNotStartWith("\u0301").doesNotStartWith("\u200D");
  }

  private static String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
  }
}
