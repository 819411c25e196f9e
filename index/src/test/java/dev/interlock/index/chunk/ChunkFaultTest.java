package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.table.Chunk;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that other chunkers broke on.
class ChunkFaultTest {
  private static final TokenCounter ESTIMATE = TokenCounter.estimate();

  @ParameterizedTest
  @ValueSource(strings = {"javascript", "typescript", "python", "java", "cpp", "ruby", "html"})
  @DisplayName("C81: 10,000 nested brackets, on one line or on many, overflow nothing")
  void deepNestingOverflowsNothing(String language) {
    for (String end : new String[] {"", "\n", "\n     "}) {
      String text = ("[" + end).repeat(10_000) + ("]" + end).repeat(10_000) + ";\n";
      var cut = Cut.file(language, text, ESTIMATE, 510);
      assertThat(Cut.ink(cut.chunks())).isEqualTo(Cut.ink(text));
      assertThat(cut.chunks())
          .allSatisfy(c -> assertThat(ESTIMATE.count(c.vectorText())).isLessThanOrEqualTo(510));
    }
  }

  @Test
  @DisplayName("C81: 10,000 nested elements of a page overflow nothing")
  void deepPageOverflowsNothing() {
    String text = "<div>\n".repeat(10_000) + "words" + "</div>".repeat(10_000);
    assertThat(Cut.ink(Cut.file("html", text, ESTIMATE, 510).chunks())).isEqualTo("words");
  }

  @Test
  @DisplayName("C82: // inside a template literal is no comment")
  void slashesInTemplateAreNoComment() {
    String functions =
        IntStream.range(0, 40)
            .mapToObj(
                i -> "export function f%d(a: number) {\n  return a + %d;\n}\n".formatted(i, i))
            .collect(Collectors.joining("\n"));
    String text =
        "// head\nimport { k } from 'k';\n\n\nconst url = `ws://h.test/${k}/x`;\n\n" + functions;
    var chunks = Cut.file("typescript", text, ESTIMATE, 510).chunks();
    int lastLine = 1 + text.substring(0, text.indexOf("function f39")).split("\n", -1).length - 1;
    Chunk last = holding(chunks, "function f39");
    assertThat(lastLine - last.startLine()).isBetween(0, 5);
    assertThat(chunks.getFirst().text()).contains("ws://h.test/${k}/x");
    assertThat(chunks).allSatisfy(c -> assertThat(c.text().length()).isLessThan(600));
  }

  @Test
  @DisplayName(
      "C81: a parse that takes more than 5 s is stopped, the file cut by lines, and it says so")
  void slowParseFallsBackToLines() {
    String text = "int f() { return g(1, 2, 3, 4, 5, 6, 7, 8, 9); }\n".repeat(400);
    var hours = new AtomicLong();
    try (var chunker =
        new Chunker(ESTIMATE, 510, () -> hours.getAndIncrement() * 3_600_000_000_000L)) {
      var slow = chunker.chunk(new SourceText("p", "a.c", "c", text));
      assertThat(slow.note()).hasValueSatisfying(n -> assertThat(n).contains("5 s", "by lines"));
      assertThat(Cut.ink(slow.chunks())).isEqualTo(Cut.ink(text));
    }
  }

  @Test
  @DisplayName("a parser that was stopped parses the next file")
  void parserServesAfterStop() {
    String slow = "int f() { return g(1, 2, 3, 4, 5, 6, 7, 8, 9); }\n".repeat(400);
    var stepNanos = new AtomicLong(3_600_000_000_000L);
    var now = new AtomicLong();
    try (var chunker = new Chunker(ESTIMATE, 510, () -> now.addAndGet(stepNanos.get()))) {
      assertThat(chunker.chunk(new SourceText("p", "a.c", "c", slow)).note()).isPresent();
      stepNanos.set(0);
      var next = chunker.chunk(new SourceText("p", "b.c", "c", "int only(void) { return 1; }\n"));
      assertThat(next.note()).isEmpty();
      assertThat(next.chunks().getFirst().names()).containsExactly("only");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  @DisplayName("names and lines are right beyond ASCII and beyond the parser's window")
  void offsetsHoldBeyondAscii(int shift) {
    String text =
        "# "
            + "x".repeat(shift)
            + "\n"
            + IntStream.range(0, 3000)
                .mapToObj(
                    i ->
                        "def f%d():\n    return '\uD83D\uDE80\u00E9' # \u4E2D\n\n\n\n\n"
                            .formatted(i))
                .collect(Collectors.joining());
    var chunks = Cut.file("python", text, ESTIMATE, 510).chunks();
    for (int i = 100; i < 3000; i += 100) {
      Chunk chunk = holding(chunks, "def f" + i + "()");
      assertThat(chunk.names()).containsExactly("f" + i);
      assertThat(chunk.startLine()).isEqualTo(2 + 6 * i);
    }
  }

  @Test
  @DisplayName("a file that is no program of its language is cut all the same")
  void brokenProgramIsCut() {
    String text = "class { ) ((( def end <<<< '''\n\0\1 }}}} `\n".repeat(200);
    for (String language : new String[] {"java", "python", "typescript", "ruby", "bash", "rust"}) {
      assertThat(Cut.ink(Cut.file(language, text, ESTIMATE, 64).chunks())).isEqualTo(Cut.ink(text));
    }
  }

  private static Chunk holding(Iterable<Chunk> chunks, String text) {
    for (Chunk chunk : chunks) {
      if (chunk.text().contains(text)) {
        return chunk;
      }
    }
    throw new AssertionError("no chunk holds " + text);
  }
}
