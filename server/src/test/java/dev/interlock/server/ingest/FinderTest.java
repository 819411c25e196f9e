package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FinderTest {
  @TempDir Path temp;

  private final Finder finder = new Finder(FileAccess.disk());

  private Tree root() {
    return new Tree(temp.resolve("root"));
  }

  @Test
  void findsWhatAWalkFinds() {
    var tree = root().file("a/b/c.txt", "c\n").file("Größe/naïve.md", "n\n");
    var walked = tree.walk();
    for (var path : walked.found()) {
      assertThat(finder.find(tree.root(), path)).contains(walked.found(path));
    }
    assertThat(walked.found()).hasSize(2);
  }

  @Test
  @DisplayName(
      "C91: the composed name finds a file of the decomposed spelling, and prefers its own")
  void findsTheOtherSpelling() {
    var tree = root().file("Cafe\u0301.md", "decomposed");
    assertThat(finder.find(tree.root(), "Café.md")).isPresent();
    tree.file("Caf\u00e9.md", "composed");
    var found = finder.find(tree.root(), "Café.md").orElseThrow();
    assertThat(found.size()).isEqualTo("composed".length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret.txt", "a/../../secret.txt", "/etc/passwd", ".", "", "a//b.txt", "a/"})
  void nothingOutsideIsFound(String path) {
    new Tree(temp).file("secret.txt", "secret\n");
    var tree = root().file("a/b.txt", "b\n");
    assertThat(finder.find(tree.root(), path)).isEmpty();
  }

  @Test
  void linksAreNotFollowed() {
    new Tree(temp).file("out/secret.txt", "secret\n");
    var tree =
        root()
            .file("a/b.txt", "b\n")
            .link("file.txt", "../out/secret.txt")
            .link("folder", "../out")
            .link("inside.txt", "a/b.txt");
    assertThat(finder.find(tree.root(), "file.txt")).isEmpty();
    assertThat(finder.find(tree.root(), "folder/secret.txt")).isEmpty();
    assertThat(finder.find(tree.root(), "inside.txt")).isEmpty();
    assertThat(finder.find(tree.root(), "a/b.txt")).isPresent();
  }

  @Test
  void rootThatIsGoneHoldsNothing() {
    assertThat(finder.find(temp.resolve("never"), "a.txt")).isEmpty();
  }
}
