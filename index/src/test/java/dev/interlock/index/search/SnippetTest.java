package dev.interlock.index.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.Chunk;
import dev.interlock.index.table.Sample;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class SnippetTest {
  private static Chunk chunk(String text) {
    return Sample.moved(Sample.row("a", "a.java", text), 100);
  }

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "line " + i)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void shortChunkIsShownWhole() {
    assertThat(Snippet.of(chunk("one\ntwo"), "two")).isEqualTo(new Snippet(101, "one\ntwo"));
  }

  @Test
  @DisplayName("A18: the lines around the match are shown, with the file's line number")
  void matchIsShownWithLinesAround() {
    var text = lines(40).replace("line 30", "int getUserName() {");
    var snippet = Snippet.of(chunk(text), "user name");
    assertThat(snippet.text().lines()).hasSize(8).contains("int getUserName() {");
    assertThat(snippet.startLine()).isBetween(124, 129);
    assertThat(snippet.text()).startsWith("line " + (snippet.startLine() - 100));
  }

  @Test
  void differentWordsBeatRepetition() {
    var text =
        lines(40).replace("line 5\n", "cookie cookie\n").replace("line 25\n", "cookie jar\n");
    assertThat(Snippet.of(chunk(text), "cookie jar").text()).contains("cookie jar");
  }

  @Test
  void noMatchShowsTheBeginning() {
    var snippet = Snippet.of(chunk("\n\n" + lines(40)), "nothing");
    assertThat(snippet.startLine()).isEqualTo(103);
    assertThat(snippet.text()).startsWith("line 1\n");
  }

  @Test
  void blankEdgesAreLeftOut() {
    assertThat(Snippet.of(chunk("\n\nx\n\n"), "x")).isEqualTo(new Snippet(103, "x"));
    assertThat(Snippet.of(chunk("\n\n"), "x").text()).isEmpty();
    assertThat(Snippet.of(chunk(""), "x")).isEqualTo(new Snippet(101, ""));
  }

  @Test
  @DisplayName("C92: a cut line never ends in half a character")
  void longLineIsCut() {
    for (int pad = 0; pad < 3; pad++) {
      var line = "x".repeat(pad) + "🌸".repeat(300);
      var text = Snippet.of(chunk(line), "x").text();
      assertThat(text).endsWith("🌸…").hasSizeLessThanOrEqualTo(Snippet.MAX_COLUMNS);
    }
  }
}
