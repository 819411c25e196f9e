package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnoresTest {
  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # line           | path        | matches
          /coverage        | coverage    | true
          /coverage        | a/coverage  | false
          coverage         | a/coverage  | true
          a/b              | c/a/b       | false
          *.log            | a/x.log     | true
          a/*.log          | a/b/x.log   | false
          a/**             | a/b/x.log   | true
          a/**             | a           | false
          **/b             | b           | true
          a/**/b           | a/b         | true
          a/**/b           | a/x/y/b     | true
          a**/b            | ab/b        | true
          a**/b            | a/x/b       | true
          a**/b            | ab          | true
          x/a**b           | x/a/b       | false
          folder/          | folder      | false
          [!a]             | b           | true
          [!a]             | a           | false
          [a-c]x           | bx          | true
          [[:digit:]]      | 7           | true
          [[:nonsense:]]   | n           | false
          [a               | a           | false
          a[/]b            | a/b         | false
          \\#a             | #a          | true
          \\!a             | !a          | true
          ??               | é           | true
          """)
  @DisplayName("C89: what single lines match")
  void linesMatch(String line, String path, boolean matches) {
    String bytes = bytes(path);
    String name = bytes.substring(bytes.lastIndexOf('/') + 1);
    assertThat(IgnoreFile.parse(bytes(line)).last(bytes, name, false).isPresent())
        .isEqualTo(matches);
  }

  @Test
  @Timeout(5)
  void aHostilePatternCostsNothing() {
    var rules = IgnoreFile.parse("*a".repeat(2_000) + "b\n" + "**/a/".repeat(500) + "b\n");
    String path = "a/".repeat(2_000) + "a";
    assertThat(rules.last(path, "a".repeat(4_000), false)).isEmpty();
  }

  @Test
  void ownIgnoreFilesComeAfterGitsAtEveryLevel() {
    var report =
        new Tree(temp)
            .file(".gitignore", "*.log\n*.tmp\n")
            .file("a/.gitignore", "!x.tmp\n")
            .file(".interlockignore", "!keep.log\nx.tmp\nsecret/\n")
            .file("a/b/.interlockignore", "!/secret/\n")
            .file("keep.log", "k")
            .file("other.log", "o")
            .file("a/x.tmp", "x")
            .file("a/secret/s", "s")
            .file("a/b/secret/s", "s")
            .walk();
    assertThat(report.found())
        .containsExactly(
            ".gitignore",
            ".interlockignore",
            "a/.gitignore",
            "a/b/.interlockignore",
            "a/b/secret/s",
            "keep.log");
    assertThat(report.counts().ignored()).isEqualTo(3);
  }

  @Test
  void aFileUnderAnIgnoredFolderStaysIgnored() {
    var report =
        new Tree(temp)
            .file(".gitignore", "out/\n!out/keep.txt\n")
            .file("out/keep.txt", "k")
            .file("out/.gitignore", "!*\n")
            .walk();
    assertThat(report.found()).containsExactly(".gitignore");
    assertThat(report.counts()).isEqualTo(new WalkCounts(1, 0, 1));
  }

  @Test
  void anUnreadableIgnoreFileHasNoRules() throws Exception {
    new Tree(temp).file(".gitignore", "*.log\n").file("a.log", "a");
    var files = new FaultyAccess().refuse(temp.toRealPath().resolve(".gitignore"));
    assertThat(new Tree(temp).walk(files, WalkRules.DEFAULTS).found()).contains("a.log");
  }

  @Test
  void aFolderThatTheRulesAboveIgnoreIsWalkedWhenItIsTheRoot() {
    new Tree(temp)
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file(".gitignore", "out/\n*.log\n")
        .file("out/x.txt", "x")
        .file("out/y.log", "y");
    assertThat(new Tree(temp.resolve("out")).walk().found()).containsExactly("x.txt");
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
