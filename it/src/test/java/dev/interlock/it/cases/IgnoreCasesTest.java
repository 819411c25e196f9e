package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a job leaves out: what git leaves out, and what nobody searches.
final class IgnoreCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  @Test
  @DisplayName("C89: ignore files mean what git says they mean")
  void ignoresAsGitDoes() throws IOException {
    var root = folder.resolve("root");
    var paths =
        List.of(
            "coverage/r.html",
            "src/routes/coverage/page.ts",
            "keep.log",
            "other.log",
            "deep/other.log",
            "deep/keep.log",
            "temp",
            "deep/temp",
            "temp2.md");
    for (var path : paths) {
      Tree.file(root, path, "Common words of " + path + "\n");
    }
    // the blank after the last pattern is no part of it
    Tree.file(root, ".gitignore", "/coverage\n*.log\n!keep.log\ntemp \n");
    git(root, "init", "-q");
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      assertThat(Found.state(station.indexed(root))).isEqualTo("completed");
      var found = new TreeSet<>(Found.paths(station.search("Common words", "lexical")));

      var expected = new TreeSet<>(paths);
      expected.removeAll(ignoredByGit(root, paths));
      assertThat(found)
          .isEqualTo(expected)
          .contains("src/routes/coverage/page.ts", "keep.log")
          .doesNotContain("coverage/r.html", "temp");
    }
  }

  private static List<String> ignoredByGit(Path root, List<String> paths) throws IOException {
    var arguments = new ArrayList<>(List.of("check-ignore", "--no-index"));
    arguments.addAll(paths);
    return Arrays.asList(git(root, arguments.toArray(String[]::new)).split("\n"));
  }

  private static String git(Path folder, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("GIT_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_CONFIG_GLOBAL",
                "/dev/null",
                "GIT_CONFIG_SYSTEM",
                "/dev/null",
                "HOME",
                folder.toString(),
                "XDG_CONFIG_HOME",
                folder.toString()));
    return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private Path dependencies() throws IOException {
    var root = folder.resolve("root");
    var counts = Map.of("node_modules/pkg", 300, "src", 34, ".venv/lib", 50, "target/out", 20);
    for (var place : counts.entrySet()) {
      for (int i = 0; i < place.getValue(); i++) {
        Tree.file(root, "%s/f%03d.md".formatted(place.getKey(), i), place.getKey() + i + "\n");
      }
    }
    Tree.file(root, ".venv/pyvenv.cfg", "home = /usr/bin\n");
    return root;
  }

  @Test
  @DisplayName("C90: dependencies are left out without any ignore file, and it is said")
  void dependenciesAreLeftOut() throws IOException {
    var root = dependencies();
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("files").asInt()).isEqualTo(34);
      assertThat(Found.skipped(station, job))
          .isEqualTo(
              Map.of(
                  "node_modules", "default_exclude",
                  ".venv", "default_exclude",
                  "target", "default_exclude"));
    }
  }

  @Test
  @DisplayName("C90: one setting takes dependencies in")
  void oneSettingTakesThemIn() throws IOException {
    var root = dependencies();
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(
                folder.resolve("home"), yaml(l1) + "\nindex: {defaultExcludes: false}\n")) {
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("files").asInt()).isEqualTo(34 + 300 + 50 + 20 + 1);
    }
  }
}
