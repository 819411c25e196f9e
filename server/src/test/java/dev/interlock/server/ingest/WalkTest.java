package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WalkTest {
  @TempDir Path temp;

  @Test
  void tellsOfFilesInTheOrderOfTheirPaths() {
    var report = tree().file("b.txt", "b").file("a/x.txt", "x").file("a-b/y.txt", "y").walk();
    assertThat(report.found()).containsExactly("a-b/y.txt", "a/x.txt", "b.txt").isSorted();
    assertThat(report.result()).isEqualTo(new WalkResult.Finished(new WalkCounts(3, 0, 0)));
  }

  @Test
  void aFoundFileCarriesWhereItStandsAndItsStamp() {
    Walked.Found found = tree().file("a/x.txt", "four").walk().found("a/x.txt");
    assertThat(found.file()).isEqualTo(root().resolve("a/x.txt")).isAbsolute();
    assertThat(found.size()).isEqualTo(4);
    assertThat(found.stamp()).isEqualTo(FileAccess.disk().look(found.file()).stamp());
  }

  @Test
  void theStampChangesWithTheFile() throws IOException {
    FileStamp before = tree().file("x.txt", "four").walk().found("x.txt").stamp();
    assertThat(tree().walk().found("x.txt").stamp().text()).isEqualTo(before.text());
    Files.setLastModifiedTime(temp.resolve("x.txt"), FileTime.fromMillis(1_000));
    assertThat(tree().walk().found("x.txt").stamp().text())
        .isNotEqualTo(before.text())
        .startsWith("4:1000000000:");
  }

  @Test
  @DisplayName("C74: a missing, an empty and an unreadable root are told apart")
  void rootProblemsAreNamed() {
    assertThat(problem(new Tree(temp.resolve("none")).walk())).isEqualTo(RootProblem.MISSING);
    assertThat(problem(tree().walk())).isEqualTo(RootProblem.EMPTY);
    tree().file("x.txt", "x");
    assertThat(problem(new Tree(temp.resolve("x.txt")).walk())).isEqualTo(RootProblem.NOT_A_FOLDER);
    var refusing = new FaultyAccess().refuse(root());
    assertThat(problem(tree().walk(refusing, WalkRules.DEFAULTS)))
        .isEqualTo(RootProblem.UNREADABLE);
    assertThat(RootProblem.EMPTY.word()).isEqualTo("root_empty");
    assertThat(RootProblem.UNREADABLE.word()).isEqualTo("root_unreadable");
  }

  @Test
  @DisplayName("C74: a root whose files are all ignored or skipped counts as empty, and says so")
  void rootWithoutAFileToIndexIsEmpty() {
    var report = tree().file(".gitignore", "*\n").file("x.txt", "x").file("y/z.txt", "z").walk();
    assertThat(report.result())
        .isEqualTo(new WalkResult.Failed(RootProblem.EMPTY, new WalkCounts(0, 0, 3)));
  }

  @Test
  @DisplayName("C76: a file of no bytes is skipped as empty without being opened")
  void emptyFileIsSkipped() {
    var files = new FaultyAccess();
    var report = tree().file(".keep", "").file("x.txt", "x").walk(files, WalkRules.DEFAULTS);
    assertThat(report.skipped()).containsExactly(entry(".keep", SkipReason.EMPTY));
    assertThat(files.opened()).isEmpty();
  }

  @Test
  @DisplayName("C83: a file over the cap is listed with its size, one at the cap is found")
  void tooLargeFileIsListedWithItsSize() {
    var rules = new WalkRules(true, 10, Set.of());
    var report = tree().file("at.txt", "x".repeat(10)).file("over.txt", "x".repeat(11)).walk(rules);
    assertThat(report.found()).containsExactly("at.txt");
    assertThat(report.events())
        .contains(new Walked.Skipped("over.txt", SkipReason.TOO_LARGE, 11, false));
  }

  @Test
  @DisplayName("C83: a folder that can't be listed is told as a folder, and the walk goes on")
  void unreadableFolderIsListed() {
    tree().file("a/x.txt", "x").file("b/y.txt", "y");
    var report = tree().walk(new FaultyAccess().refuse(root().resolve("a")), WalkRules.DEFAULTS);
    assertThat(report.found()).containsExactly("b/y.txt");
    assertThat(report.skipped()).containsExactly(entry("a/", SkipReason.UNREADABLE));
  }

  @Test
  @Timeout(5)
  @DisplayName("C87: folders linked into each other end, each real file once under its real path")
  void linkLoopsEnd() {
    var report =
        tree()
            .file("py/lib/a.py", "a")
            .file("py/lib/b.py", "b")
            .file("py/pyroot/c.py", "c")
            .file("d.py", "d")
            .link("py/lib/pyroot", "../pyroot")
            .link("py/pyroot/lib", "../lib")
            .link("py/pyroot/self", ".")
            .walk();
    assertThat(report.found())
        .containsExactly("d.py", "py/lib/a.py", "py/lib/b.py", "py/pyroot/c.py");
    assertThat(report.skipped()).isEmpty();
  }

  @Test
  @DisplayName("C88: a dead link that sorts first stops nothing, and a socket is not opened")
  void deadLinkAndSocketAreSkipped() throws IOException {
    tree().link("0-dead", "/nowhere").link("1-socket", "real.sock").link("2-self", "2-self");
    tree().files("f", 10);
    var files = new FaultyAccess();
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(root().resolve("real.sock")));
      var report = tree().walk(files, WalkRules.DEFAULTS);
      assertThat(report.found()).hasSize(10);
      assertThat(report.skipped())
          .containsOnly(
              entry("0-dead", SkipReason.BROKEN_LINK),
              entry("1-socket", SkipReason.SPECIAL_FILE),
              entry("2-self", SkipReason.BROKEN_LINK),
              entry("real.sock", SkipReason.SPECIAL_FILE));
      assertThat(files.opened()).isEmpty();
    }
  }

  @Test
  void linksOutOfTheRootAreNotFollowed() throws IOException {
    Path inside = Files.createDirectory(temp.resolve("inside"));
    new Tree(temp).file("outside/secret.txt", "s");
    var tree = new Tree(inside).file("x.txt", "x").link("to-file", "../outside/secret.txt");
    var report = tree.link("to-folder", "../outside").link("near", "../inside/x.txt").walk();
    assertThat(report.found()).containsExactly("x.txt");
    assertThat(report.skipped())
        .containsOnly(
            entry("to-file", SkipReason.OUTSIDE_ROOT), entry("to-folder", SkipReason.OUTSIDE_ROOT));
  }

  @Test
  void aRootThatIsALinkIsWalkedUnderItsRealPath() {
    new Tree(temp).file("real/x.txt", "x").link("alias", "real");
    Walked.Found found = new Tree(temp.resolve("alias")).walk().found("x.txt");
    assertThat(found.file()).isEqualTo(root().resolve("real/x.txt"));
  }

  @Test
  @DisplayName("C90: without git or ignore files, folders of dependencies are skipped by default")
  void dependencyFoldersAreSkippedByDefault() {
    tree()
        .files("node_modules/m", 300)
        .files("src/s", 34)
        .files(".venv/v", 50)
        .files("target/t", 20);
    var report = tree().walk();
    assertThat(report.found()).hasSize(34).allMatch(path -> path.startsWith("src/"));
    assertThat(report.skipped())
        .containsOnly(
            entry("node_modules/", SkipReason.DEFAULT_EXCLUDE),
            entry(".venv/", SkipReason.DEFAULT_EXCLUDE),
            entry("target/", SkipReason.DEFAULT_EXCLUDE));
  }

  @Test
  @DisplayName("C90: one setting turns the default exclusion off")
  void dependencyFoldersAreFoundWhenAsked() {
    tree().files("node_modules/m", 3).files("src/s", 4).files(".venv/v", 5).files("target/t", 2);
    var report = tree().walk(new WalkRules(false, 1_000, Set.of()));
    assertThat(report.found()).hasSize(14);
    assertThat(report.skipped()).isEmpty();
  }

  @Test
  @DisplayName("C90: an ignore file's ! takes a default exclusion back, for that folder")
  void aTakenInFolderIsNotExcluded() {
    tree().file(".interlockignore", "!/node_modules/\n").files("node_modules/m", 2);
    var report = tree().files("a/node_modules/m", 2).walk();
    assertThat(report.found())
        .containsExactly(".interlockignore", "node_modules/m0.py", "node_modules/m1.py");
    assertThat(report.skipped()).containsOnly(entry("a/node_modules/", SkipReason.DEFAULT_EXCLUDE));
  }

  @Test
  void gitsFolderIsNeverWalked() {
    var report =
        tree()
            .file(".git/config", "c")
            .file("sub/.git", "gitdir: ../x\n")
            .file("sub/x.txt", "x")
            .walk(new WalkRules(false, 1_000, Set.of()));
    assertThat(report.found()).containsExactly("sub/x.txt");
    assertThat(report.counts()).isEqualTo(new WalkCounts(1, 0, 0));
  }

  @Test
  void interlocksOwnFolderIsNeverEntered() {
    tree().file("home/table.bin", "t").file("x.txt", "x");
    var rules = new WalkRules(true, 1_000, Set.of(temp.resolve("home"), temp.resolve("none")));
    assertThat(tree().walk(rules).skipped()).containsOnly(entry("home/", SkipReason.OWN_STATE));
    assertThat(problem(new Tree(temp.resolve("home")).walk(rules)))
        .isEqualTo(RootProblem.OWN_STATE);
  }

  @Test
  void lockFilesMapsAndMinifiedScriptsAreToldByName() {
    var report =
        tree()
            .file("go.sum", "s")
            .file("app.js.map", "{}")
            .file("app.min.js", "x")
            .file("world.map", "x")
            .file("min.js", "x")
            .walk();
    assertThat(report.found()).containsExactly("min.js", "world.map");
    assertThat(report.skipped())
        .containsOnly(
            entry("go.sum", SkipReason.GENERATED),
            entry("app.js.map", SkipReason.GENERATED),
            entry("app.min.js", SkipReason.MINIFIED));
  }

  @Test
  void whatTheSinkThrowsEndsTheWalk() {
    tree().files("f", 3);
    assertThatThrownBy(
            () ->
                new Walk(WalkRules.DEFAULTS)
                    .walk(
                        temp,
                        _ -> {
                          throw new IllegalStateException("stop");
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("stop");
  }

  @Test
  void theCapHasBounds() {
    assertThatThrownBy(() -> new WalkRules(true, 0, Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes is 0, must be 1 to 1000000000");
  }

  private Tree tree() {
    return new Tree(temp);
  }

  /// The temporary folder may itself be reached by a link.
  private Path root() {
    try {
      return temp.toRealPath();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static RootProblem problem(Tree.Report report) {
    return switch (report.result()) {
      case WalkResult.Failed(RootProblem problem, WalkCounts _) -> problem;
      case WalkResult.Finished(WalkCounts counts) -> throw new AssertionError("finished " + counts);
    };
  }
}
