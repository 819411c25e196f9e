package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files in other encodings than plain UTF-8.
final class EncodingCasesTest {
  @TempDir private Path folder = Path.of("");

  private static String yaml(ScriptedEmbeddings l1) {
    return new Yaml().local("L1", l1).toString();
  }

  @Test
  @DisplayName("C84: one byte that is no UTF-8 costs a warning, not the file or the folder")
  void oneBadByteCostsAWarning() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 4);
    Files.write(
        root.resolve("notes.txt"), "cost 5\u00a2 each".getBytes(StandardCharsets.ISO_8859_1));
    try (var watch = LogWatch.start();
        var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      var job = station.indexed(root);

      assertThat(Found.state(job)).isEqualTo("completed");
      assertThat(job.path("files").asInt()).isEqualTo(5);
      assertThat(job.path("stored").asInt()).isEqualTo(5);
      assertThat(Found.paths(station.search("cost each", "hybrid"))).startsWith("notes.txt");
      assertThat(watch.warnings()).hasSize(1);
      assertThat(watch.warnings().getFirst()).contains("notes.txt", "offset 6");
    }
  }

  @Test
  @DisplayName("C85: UTF-16 of both orders and a marked UTF-8 are found with their right lines")
  void markedEncodingsAreText() throws IOException {
    var root = folder.resolve("root");
    var text =
        """
        // how a notice looks

        export interface Notice {
          show: boolean;
          message: string;
        }
        """;
    for (var name : new String[] {"le", "be", "u8"}) {
      Files.createDirectories(root.resolve(name));
    }
    var marked = "\ufeff" + text;
    Files.write(root.resolve("le/settings.ts"), marked.getBytes(StandardCharsets.UTF_16LE));
    Files.write(root.resolve("be/settings.ts"), marked.getBytes(StandardCharsets.UTF_16BE));
    Files.write(root.resolve("u8/settings.ts"), marked.getBytes(StandardCharsets.UTF_8));
    try (var l1 = ScriptedEmbeddings.start(Scripts.bagOfWords(64));
        var station = Station.start(folder.resolve("home"), yaml(l1))) {
      assertThat(Found.state(station.indexed(root))).isEqualTo("completed");
      var search = station.search("interface show message", "hybrid");

      assertThat(Found.paths(search))
          .containsExactlyInAnyOrder("le/settings.ts", "be/settings.ts", "u8/settings.ts");
      for (var hit : search.json().path("hits")) {
        assertThat(hit.path("startLine").asInt()).isBetween(1, 3);
        assertThat(hit.path("endLine").asInt()).isEqualTo(6);
        assertThat(hit.path("snippet").path("text").asString())
            .contains("show: boolean")
            .doesNotContain("\0", "\ufeff");
      }
      assertThat(Sent.texts(l1)).isNotEmpty().noneMatch(t -> t.contains("\0"));
      assertThat(Sent.texts(l1)).noneMatch(t -> t.contains("\ufeff"));
    }
  }
}
