package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each language's sample, cut small, against the outline kept beside it: spans and names.
class ChunkOutlineTest {
  private static final int WORDS = 40;

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
        "markdown"
      })
  @DisplayName("definitions are chunks with their comments and names")
  void sampleGivesItsOutline(String language) throws IOException {
    var chunks = Cut.words(language, resource(language + ".txt"), WORDS);
    assertThat(Cut.outline(chunks)).isEqualTo(resource(language + ".outline.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "python", "typescript", "rust", "markdown"})
  @DisplayName("a file with CRLF line ends has the same chunks as one with LF")
  void lineEndsChangeNothing(String language) throws IOException {
    String text = resource(language + ".txt");
    var chunks = Cut.words(language, text.replace("\n", "\r\n"), WORDS);
    assertThat(chunks).isEqualTo(Cut.words(language, text, WORDS));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ChunkOutlineTest.class.getResourceAsStream("/chunk/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
