package dev.interlock.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Goal: a walk leaves out exactly what git ignores. Method: one tree of files, random ignore files
/// of many seeds in it, and `git check-ignore` as the oracle for every path.
class GitAgreementTest {
  private static final int SEEDS = 150;

  private static final String[] NAMES = {
    "a", "b", "ab", "a.log", "keep.log", "x ", "#h", "!b", "[c", "é", "A-1", ".d"
  };

  private static final String[] PIECES = {
    "a",
    "b",
    "ab",
    ".log",
    "keep.log",
    "x",
    "\\ ",
    " ",
    "/",
    "/",
    "*",
    "*",
    "**",
    "?",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[[:alpha:]]",
    "[]a]",
    "[a",
    "\\a",
    "\\#h",
    "\\!b",
    "\\[c",
    "é",
    "A-1",
    "[b-]",
    "[\\a]",
    "**/",
    "/**",
    "/**/",
    "*.log",
    ".d",
    "h",
    "c",
    "\\",
    "[[:digit:]-]",
    "[[:no:]]",
    "/a**/",
    "a**/b"
  };

  private static final String[] LINE_ENDS = {
    "\n", "\n", "\n", "\r\n", " \n", "  \n", "\t\n", "\n\n"
  };

  @TempDir Path temp;

  @Test
  @DisplayName("C89: anchored, taken back, with blanks: equal to git check-ignore for all paths")
  void theFieldCaseAgrees() {
    new Git(temp).init();
    var tree =
        new Tree(temp)
            .file(
                ".gitignore",
                "/coverage\n*.log\n!keep.log\nblank.txt   \nescaped\\ \nsub/\n!sub/x.txt\n")
            .file("coverage/r.html", "r")
            .file("src/routes/coverage/page.ts", "p")
            .file("keep.log", "k")
            .file("drop.log", "d")
            .file("blank.txt", "b")
            .file("escaped ", "e")
            .file("escaped", "e")
            .file("sub/x.txt", "x");
    assertThat(tree.walk().found())
        .containsExactly(".gitignore", "escaped", "keep.log", "src/routes/coverage/page.ts");
    assertAgreement(temp, "the field case");
  }

  @Test
  @DisplayName("C89: random ignore files at every level agree with git check-ignore")
  void randomIgnoreFilesAgree() throws IOException {
    new Git(temp).init();
    grow(new Tree(temp), "", 0);
    for (int seed = 0; seed < SEEDS; seed++) {
      String rules = plant(new SplittableRandom(seed));
      assertAgreement(temp, "seed " + seed + rules);
    }
  }

  @Test
  @DisplayName("C89: a root inside a repository obeys the files above it and info/exclude")
  void aRootBelowTheTopAgrees() throws IOException {
    var git = new Git(temp).init();
    grow(new Tree(temp), "", 0);
    int compared = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      String rules = plant(new SplittableRandom(seed));
      if (git.ignored(List.of("a/ab")).isEmpty()) {
        assertAgreement(temp.resolve("a/ab"), "seed " + seed + rules);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(SEEDS / 4);
  }

  @Test
  @DisplayName("C89: in a linked worktree, info/exclude is the repository's")
  void aLinkedWorktreeAgrees() throws IOException {
    Path main = Files.createDirectory(temp.resolve("main"));
    var git = new Git(main).init();
    new Tree(main).file(".git/info/exclude", "*.log\n");
    git.run(
        0,
        "",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@t",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "t");
    git.run(0, "", "worktree", "add", "-q", "../linked");
    var linked = new Tree(temp.resolve("linked")).file("a.log", "a").file("b.txt", "b");
    assertThat(linked.walk().found()).containsExactly("b.txt");
    assertAgreement(linked.root(), "linked worktree");
  }

  @Test
  @DisplayName("C89: an ignore file that is a link has no rules, as in git")
  void aLinkedIgnoreFileHasNoRules() {
    new Git(temp).init();
    new Tree(temp).file("rules", "*.log\n").file("a.log", "a").link(".gitignore", "rules");
    assertThat(new Tree(temp).walk().found()).contains("a.log");
    assertAgreement(temp, "a linked ignore file");
  }

  private static void assertAgreement(Path root, String what) {
    List<String> files = filesBelow(root);
    Set<String> byGit = new Git(root).ignored(files);
    var report = new Tree(root).walk(new WalkRules(false, 1_000_000, Set.of()));
    var byWalk = new TreeSet<>(files);
    byWalk.removeAll(report.found());
    // a random ignore file may have no bytes, and is then told as skipped
    byWalk.removeAll(report.skipped().keySet());
    assertThat(byWalk).as(what).isEqualTo(byGit);
  }

  private static List<String> filesBelow(Path root) {
    try (var all = Files.walk(root)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> root.toUri().relativize(file.toUri()).getPath())
          .filter(path -> !path.equals(".git") && !path.startsWith(".git/"))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Files of every name at three levels, folders `a`, `b`, `ab`, `é`, `.d` in between.
  private static void grow(Tree tree, String folder, int depth) {
    for (String name : NAMES) {
      boolean inner = depth < 2 && Set.of("a", "b", "ab", "é", ".d").contains(name);
      if (inner) {
        grow(tree, folder + name + "/", depth + 1);
      } else {
        tree.file(folder + name, "text");
      }
    }
  }

  /// Puts random ignore files in place of the last ones, and tells what they say.
  private String plant(SplittableRandom random) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    contents.put(".gitignore", lines(random));
    contents.put("a/.gitignore", lines(random));
    contents.put("a/ab/.gitignore", lines(random));
    contents.put("b/.gitignore", lines(random));
    contents.put(".git/info/exclude", lines(random));
    var told = new StringBuilder();
    for (var content : contents.entrySet()) {
      Files.writeString(temp.resolve(content.getKey()), content.getValue(), StandardCharsets.UTF_8);
      told.append("\n-- ").append(content.getKey()).append('\n').append(content.getValue());
    }
    return told.toString();
  }

  private static String lines(SplittableRandom random) {
    var lines = new ArrayList<String>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      lines.add(line(random) + pick(random, LINE_ENDS));
    }
    String mark = random.nextInt(10) == 0 ? "\ufeff" : "";
    String last = random.nextInt(3) == 0 ? line(random) : "";
    return mark + String.join("", lines) + last;
  }

  private static String line(SplittableRandom random) {
    var line = new StringBuilder(random.nextInt(4) == 0 ? "!" : "");
    line.append(random.nextInt(4) == 0 ? "/" : "");
    int pieces = 1 + random.nextInt(4);
    for (int i = 0; i < pieces; i++) {
      line.append(pick(random, PIECES));
    }
    return line.append(random.nextInt(6) == 0 ? "/" : "").toString();
  }

  private static String pick(SplittableRandom random, String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
