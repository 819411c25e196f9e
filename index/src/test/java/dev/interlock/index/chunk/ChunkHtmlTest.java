package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChunkHtmlTest {
  private static final String PAGE =
      """
      <!doctype html>
      <html><head><title>The page</title>
      <script>var hidden = "<h1>no</h1>";</script></head>
      <body>
      <h1>Main <em>part</em></h1>
      <p>First paragraph of
      two lines &amp; more.</p>
      <h2>Below</h2>
      <ul><li>one</li>
      <li>two</li></ul>
      <table><tr><td>a</td><td>b</td></tr></table>
      <pre>
        kept  as
          it is
      </pre>
      <h1>Next</h1><p>Last.
      </p>
      </body></html>
      """;

  @Test
  @DisplayName("a page is cut by its headings, with the lines of the file")
  void pageIsCutByHeadings() {
    var chunks = Cut.words("html", PAGE, 40);
    assertThat(Cut.outline(chunks))
        .isEqualTo(
            """
            2-7 Main part
            8-14 Main part > Below
            16-16 Next
            """);
  }

  @Test
  @DisplayName("the text of a page is what a reader sees")
  void textIsWhatIsShown() {
    var chunks = Cut.words("html", PAGE, 40);
    assertThat(chunks.getFirst().text())
        .isEqualTo("The page\nMain part\nFirst paragraph of two lines & more.");
    assertThat(chunks.get(1).text()).isEqualTo("Below\none\ntwo\na b\n  kept  as\n    it is");
    assertThat(chunks.toString()).doesNotContain("hidden");
  }

  @Test
  @DisplayName("a page that shows no text is cut by lines, and says so")
  void pageWithoutTextIsCutByLines() {
    var cut = Cut.file("html", "<script>\nvar a = 1;\n</script>\n", new WordCounter(), 40);
    assertThat(cut.chunks()).hasSize(1);
    assertThat(cut.note()).hasValueSatisfying(n -> assertThat(n).contains("without text"));
  }
}
