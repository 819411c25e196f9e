package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names beyond ASCII. Files are made through URIs, which carry the bytes of a name whatever the
/// locale of the machine.
class UnicodePathTest {
  private static final String COMPOSED = "Caf%C3%A9";
  private static final String DECOMPOSED = "Cafe%CC%81";

  @TempDir Path temp;

  @Test
  @DisplayName("C91: composed and decomposed spelling on disk are one path")
  void bothSpellingsGiveOnePath() throws IOException {
    Path file = make(DECOMPOSED + ".md", "text");
    Walked.Found found = new Tree(temp).walk().found("Café.md");
    assertThat(found.file().toUri()).isEqualTo(file.toRealPath().toUri());
    assertThat(read(found)).isEqualTo("text");
    Files.move(file, path(COMPOSED + ".md"));
    assertThat(new Tree(temp).walk().found()).containsExactly("Café.md");
  }

  @Test
  @DisplayName("C91: with both spellings on disk the composed one is the document")
  void theComposedSpellingWins() throws IOException {
    make(DECOMPOSED + ".md", "decomposed");
    make(COMPOSED + ".md", "composed");
    var report = new Tree(temp).walk();
    assertThat(report.found()).containsExactly("Café.md");
    assertThat(read(report.found("Café.md"))).isEqualTo("composed");
    assertThat(report.skipped()).containsOnly(entry("Cafe\u0301.md", SkipReason.SAME_PATH));
  }

  @Test
  @DisplayName("C91: folders of two spellings are one folder, a file of both is one document")
  void foldersOfTwoSpellingsAreOne() throws IOException {
    make(DECOMPOSED + "/x.md", "x");
    make(COMPOSED + "/x.md", "x");
    make(COMPOSED + "/y.md", "y");
    make(DECOMPOSED + "/z.md", "z");
    var report = new Tree(temp).walk();
    assertThat(report.found()).containsExactlyInAnyOrder("Café/x.md", "Café/y.md", "Café/z.md");
    assertThat(report.skipped()).containsOnly(entry("Cafe\u0301/x.md", SkipReason.SAME_PATH));
  }

  @Test
  void bytesThatAreNoUtf8AreReplacedInThePathOnly() throws IOException {
    make("a%FFb.txt", "text");
    Walked.Found found = new Tree(temp).walk().found("a\ufffdb.txt");
    assertThat(read(found)).isEqualTo("text");
  }

  @Test
  void percentAndBlankInANameStandForThemselves() throws IOException {
    make("%C3%A9%20%2541.txt", "text");
    assertThat(new Tree(temp).walk().found()).containsExactly("é %41.txt");
  }

  private Path make(String escaped, String text) throws IOException {
    Path file = path(escaped);
    Files.createDirectories(file.getParent());
    return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path path(String escaped) {
    String base = temp.toUri().toString();
    return Path.of(URI.create(base.endsWith("/") ? base + escaped : base + "/" + escaped));
  }

  private static String read(Walked.Found found) {
    return switch (new SourceReader(WalkRules.DEFAULTS).read(found)) {
      case ReadOutcome.Text(String text, var _) -> text;
      case ReadOutcome.Skipped(SkipReason reason) -> throw new AssertionError(reason);
    };
  }
}
