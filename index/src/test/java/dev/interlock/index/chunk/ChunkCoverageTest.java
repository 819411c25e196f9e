package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.table.Chunk;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random texts: whatever comes, the chunks hold every character once, in order, within the limit.
class ChunkCoverageTest {
  private static final String[] BITS = {
    "class A {\n",
    "}\n",
    "}",
    "{",
    "\n",
    "\n\n\n",
    "  ",
    "\t",
    "// note\n",
    "/** doc */\n",
    "# Title\n",
    "## Sub `x`\n",
    "```\n",
    "~~~",
    "---\n",
    "===\n",
    "def f(a):\n",
    "  return a + b\n",
    "function g() {",
    "const h = () => {\n",
    "`a ${b} // c`",
    "\"text\"",
    "'",
    "/*",
    "*/",
    "<div>",
    "(",
    ")",
    "[",
    "];\n",
    "func (t *T) M() {\n",
    "impl X for Y {\n",
    "#if A\n",
    "#endif\n",
    "end\n",
    "module M\n",
    "@Deco\n",
    "\r\n",
    "\uD83D\uDE80",
    "e\u0301",
    "\u4E2D\u6587",
    "\uFEFF",
    "\u00A0",
    "aVeryLongIdentifier".repeat(20),
    "word ",
    "x = 1;\n",
    "return ",
    "if (a) ",
    "else\n",
    "* item\n",
    "    indented\n",
    "=begin\n",
    "r#\"raw\"#",
    "R\"(raw)\"",
    "\"\"\"",
    "<<EOF\n",
    "EOF\n",
    "\\",
    "$(",
    "${",
    "\0",
    "\u2028"
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java",
        "python",
        "javascript",
        "typescript",
        "tsx",
        "go",
        "rust",
        "c",
        "cpp",
        "ruby",
        "bash",
        "markdown",
        "text",
        "kotlin",
        "other"
      })
  @DisplayName("chunks of a random text cover it once, fit, and never overlap")
  void randomTextIsCovered(String language) {
    for (long seed = 0; seed < 20; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      String text = text(random);
      int limit = random.nextInt(Limits.LEAST, 200);
      for (var counter : List.of(TokenCounter.estimate(), new WordCounter())) {
        var cut = Cut.file(language, text, counter, limit);
        assertThat(Cut.ink(cut.chunks())).as("%s seed %d", language, seed).isEqualTo(Cut.ink(text));
        check(cut.chunks(), counter, limit);
      }
    }
  }

  private static void check(List<Chunk> chunks, TokenCounter counter, int limit) {
    int line = 1;
    for (Chunk chunk : chunks) {
      assertThat(counter.count(chunk.vectorText())).as("%s", chunk).isLessThanOrEqualTo(limit);
      assertThat(chunk.startLine()).isGreaterThanOrEqualTo(line);
      assertThat(Cut.ink(chunk.text())).isNotEmpty();
      assertThat(chunk.names()).noneMatch(n -> n.isBlank() || n.contains("\n"));
      line = chunk.endLine();
    }
    assertThat(chunks.stream().map(Chunk::id)).doesNotHaveDuplicates();
  }

  private static String text(RandomGenerator random) {
    var text = new StringBuilder();
    int bits = random.nextInt(1, 600);
    for (int i = 0; i < bits; i++) {
      text.append(BITS[random.nextInt(BITS.length)]);
    }
    return text.toString();
  }
}
