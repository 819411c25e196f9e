package dev.interlock.it.walls;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ways around the gate and out of the house, kept as sources: each compiles or not, and none
/// passes.
final class PlantedTest {
  @TempDir private Path out = Path.of("");

  @Test
  @DisplayName("A3: a second caller of an embedding client compiles, and the wall refuses it")
  void secondCallerIsRefused() throws IOException {
    assertThat(compile("SecondCaller")).isEmpty();
    assertThat(broken(Walls.TWO_CALLERS)).contains("SecondCaller.sneak");
  }

  @Test
  @DisplayName("A3: an Admission with a public constructor compiles, and the wall refuses it")
  void publicConstructorIsRefused() throws IOException {
    assertThat(compile("Admission")).isEmpty();
    assertThat(broken(Walls.HIDDEN_ADMISSION)).contains("Admission.<init>");
  }

  @Test
  @DisplayName("A3: a query path without an admission does not even compile")
  void queryWithoutAdmissionDoesNotCompile() throws IOException {
    assertThat(compile("QueryWithoutAdmission"))
        .contains("method embed in class EmbeddingDoor cannot be applied");
  }

  @Test
  @DisplayName("A3: a door with a way that asks for no admission compiles, and the wall refuses it")
  void doorWithoutAdmissionIsRefused() throws IOException {
    assertThat(compile("EmbeddingDoor")).isEmpty();
    assertThat(broken(Walls.DOOR_TAKES_ADMISSIONS)).contains("EmbeddingDoor.embed");
  }

  @Test
  @DisplayName("A3: a gate fed with made-up vectors compiles, and the wall refuses it")
  void madeUpVectorsAreRefused() throws IOException {
    assertThat(compile("MadeUpVectors")).isEmpty();
    assertThat(broken(Walls.ONE_MEASURER)).contains("MadeUpVectors.forge");
  }

  @Test
  @DisplayName("A2: a second way out compiles, and the walls refuse it")
  void secondWayOutIsRefused() throws IOException {
    assertThat(compile("SecondWayOut")).isEmpty();
    assertThat(broken(WaysOut.ONE_OPENER)).contains("SecondWayOut.sneak");
    assertThat(broken(WaysOut.NO_OTHER_SOCKETS)).contains("SecondWayOut.plain");
    assertThat(broken(WaysOut.NO_LOOK_UPS)).contains("SecondWayOut.open", "SecondWayOut.name");
  }

  /// What the compiler says of a planted source, empty if it compiles.
  private String compile(String name) throws IOException {
    var source = out.resolve("src/dev/interlock/planted").resolve(name + ".java");
    Files.createDirectories(source.getParent());
    try (var in =
        Objects.requireNonNull(
            PlantedTest.class.getResourceAsStream("/planted/" + name + ".java"))) {
      Files.write(source, in.readAllBytes());
    }
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      boolean good =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-d",
                      out.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      return good ? "" : said.toString();
    }
  }

  private String broken(ArchRule rule) {
    var planted = new ClassFileImporter().importPath(out);
    return rule.allowEmptyShould(true).evaluate(planted).getFailureReport().toString();
  }
}
