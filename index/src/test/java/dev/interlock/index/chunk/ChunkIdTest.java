package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.Chunk;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChunkIdTest {
  private static final String FILE =
      IntStream.range(0, 30)
          .mapToObj(
              i -> "  /** Doc %d. */\n  int m%d() {\n    return %d;\n  }\n".formatted(i, i, i))
          .collect(Collectors.joining("\n", "class A {\n", "}\n"));

  @Test
  @DisplayName("an edit changes the ids of the chunks it touches and no other")
  void editElsewhereKeepsIds() {
    List<String> before = ids(chunks("a/A.java", FILE));
    String edited = FILE.replace("return 7;", "int more = 7;\n    return more * 2;");
    List<String> after = ids(chunks("a/A.java", edited));
    assertThat(after).hasSameSizeAs(before);
    long kept = after.stream().filter(before::contains).count();
    assertThat(kept).isEqualTo(before.size() - 1);
  }

  @Test
  @DisplayName("lines put in above shift the numbers and keep the ids")
  void insertionAboveKeepsIds() {
    var before = chunks("a/A.java", FILE);
    var after = chunks("a/A.java", "// new\n\n\n\n\n\n\n\n" + FILE);
    assertThat(ids(after)).containsAll(ids(before).subList(1, before.size()));
    assertThat(after.getLast().startLine()).isEqualTo(before.getLast().startLine() + 8);
  }

  @Test
  @DisplayName("a rename changes ids and no hash, so nothing is embedded again")
  void renameKeepsHashes() {
    var before = chunks("a/A.java", FILE);
    var after = chunks("b/A.java", FILE);
    assertThat(after.stream().map(Chunk::hash))
        .isEqualTo(before.stream().map(Chunk::hash).toList());
    assertThat(ids(after)).doesNotContainAnyElementsOf(ids(before));
  }

  @Test
  @DisplayName("equal texts of one file have one hash and ids of their own")
  void equalTextsAreCounted() {
    String same = "word ".repeat(20).strip();
    var chunks = Cut.words("text", (same + "\n\n").repeat(4), 28);
    assertThat(chunks).hasSize(4);
    assertThat(chunks.stream().map(Chunk::hash).distinct()).hasSize(1);
    assertThat(chunks.stream().map(Chunk::id).distinct()).hasSize(4);
  }

  @Test
  void idAndHashAreThirtyTwoHexDigits() {
    assertThat(chunks("a/A.java", FILE))
        .allSatisfy(c -> assertThat(c.id()).matches("[0-9a-f]{32}"))
        .allSatisfy(c -> assertThat(c.hash()).matches("[0-9a-f]{32}"));
  }

  private static List<Chunk> chunks(String path, String text) {
    try (var chunker = new Chunker(new WordCounter(), 120, () -> 0)) {
      return chunker.chunk(new SourceText("p", path, "java", text)).chunks();
    }
  }

  private static List<String> ids(List<Chunk> chunks) {
    return chunks.stream().map(Chunk::id).toList();
  }
}
