package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.table.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestStoreTest {
  @TempDir private Path folder;
  private TestDatabase test;
  private ManifestStore manifests;

  @BeforeEach
  void open() {
    test = new TestDatabase(folder.resolve("interlock.db"));
    manifests = new ManifestStore(test.database);
    manifests.addProject(new Project("app", "/src/app"));
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void projectsAreUniqueByNameAndRoot() {
    manifests.addProject(new Project("app", "/src/app"));
    assertThatThrownBy(() -> manifests.addProject(new Project("app", "/other")))
        .isInstanceOfSatisfying(
            DuplicateRowException.class, e -> assertThat(e.columns()).isEqualTo("projects.name"));
    assertThatThrownBy(() -> manifests.addProject(new Project("other", "/src/app")))
        .isInstanceOfSatisfying(
            DuplicateRowException.class, e -> assertThat(e.columns()).isEqualTo("projects.root"));
    manifests.addProject(new Project("Ä", "/src/ä"));
    assertThat(manifests.projects())
        .containsExactly(new Project("app", "/src/app"), new Project("Ä", "/src/ä"));
    assertThat(manifests.projectAt("/src/ä")).contains(new Project("Ä", "/src/ä"));
    assertThat(manifests.projectAt("/src")).isEmpty();
  }

  @Test
  void filesComeBackByPath() {
    var code = file("b/Ä.java", "h1", TableName.CODE, "c1", "c2");
    var docs = file("a.md", "h2", TableName.DOCS, "c3");
    var empty = file("c.java", "h3", TableName.CODE);
    assertThat(manifests.replaceFiles("app", List.of(code, docs, empty))).isEmpty();
    close();
    open();
    assertThat(manifests.files("app").values())
        .containsExactly(docs.file(), code.file(), empty.file());
    assertThat(manifests.files("app").get("b/Ä.java")).isEqualTo(code.file());
    assertThat(manifests.expected("app")).isEqualTo(3);
    assertThat(manifests.ids("app", TableName.CODE)).containsExactlyInAnyOrder("c1", "c2");
    assertThat(manifests.ids("app", TableName.DOCS)).containsExactly("c3");
    assertThat(rows())
        .containsExactly(
            new ManifestRow("c3", "a.md", TableName.DOCS, "hash of c3"),
            new ManifestRow("c1", "b/Ä.java", TableName.CODE, "hash of c1"),
            new ManifestRow("c2", "b/Ä.java", TableName.CODE, "hash of c2"));
  }

  @Test
  void oneFileIsFoundByItsPath() {
    manifests.addProject(new Project("other", "/src/other"));
    var file = file("a/b.java", "h1", TableName.CODE, "c1");
    manifests.replaceFiles("app", List.of(file));
    manifests.replaceFiles("other", List.of(file("b.java", "h2", TableName.CODE, "c1")));
    assertThat(manifests.file("app", "a/b.java")).contains(file.file());
    assertThat(manifests.file("app", "b.java")).isEmpty();
    assertThat(manifests.file("nobody", "a/b.java")).isEmpty();
    assertThat(manifests.project("app")).contains(new Project("app", "/src/app"));
    assertThat(manifests.project("nobody")).isEmpty();
    assertThat(manifests.projectsWith("b.java")).containsExactly("other");
    assertThat(manifests.endingWith("b.java", 9))
        .containsExactly(
            new ManifestStore.Located("app", "a/b.java"),
            new ManifestStore.Located("other", "b.java"));
    assertThat(manifests.endingWith("b.java", 1)).hasSize(1);
    assertThat(manifests.fileCount("app")).isEqualTo(1);
  }

  @Test
  void replacedFileTellsWhichChunksAreGone() {
    manifests.replaceFiles(
        "app",
        List.of(
            file("a.java", "h1", TableName.CODE, "c1", "c2", "c3"),
            file("b.java", "h2", TableName.CODE, "d1")));
    var after = file("a.java", "h9", TableName.DOCS, "c2", "c4");
    assertThat(manifests.replaceFiles("app", List.of(after))).containsExactlyInAnyOrder("c1", "c3");
    assertThat(manifests.files("app").get("a.java")).isEqualTo(after.file());
    assertThat(manifests.ids("app", TableName.DOCS)).containsExactlyInAnyOrder("c2", "c4");
    assertThat(manifests.ids("app", TableName.CODE)).containsExactly("d1");
  }

  @Test
  void chunkMayMoveBetweenFilesOfABatch() {
    manifests.replaceFiles(
        "app",
        List.of(
            file("a.java", "h1", TableName.CODE, "c1"),
            file("b.java", "h2", TableName.CODE, "d1")));
    var gone =
        manifests.replaceFiles(
            "app",
            List.of(
                file("a.java", "h3", TableName.CODE, "d1"),
                file("b.java", "h4", TableName.CODE, "e1")));
    assertThat(gone).containsExactly("c1");
  }

  @Test
  void batchIsWholeOrNotAtAll() {
    manifests.replaceFiles("app", List.of(file("a.java", "h1", TableName.CODE, "c1")));
    var batch =
        List.of(
            file("b.java", "h2", TableName.CODE, "d1"), file("c.java", "h3", TableName.CODE, "c1"));
    assertThatThrownBy(() -> manifests.replaceFiles("app", batch))
        .isInstanceOf(DuplicateRowException.class);
    assertThat(manifests.files("app")).containsOnlyKeys("a.java");
    assertThat(manifests.ids("app", TableName.CODE)).containsExactly("c1");
  }

  @Test
  void removedFilesTellTheirChunks() {
    manifests.replaceFiles(
        "app",
        List.of(
            file("a.java", "h1", TableName.CODE, "c1", "c2"),
            file("b.java", "h2", TableName.CODE, "d1")));
    assertThat(manifests.removeFiles("app", List.of("a.java", "never.java")))
        .containsExactlyInAnyOrder("c1", "c2");
    assertThat(manifests.files("app")).containsOnlyKeys("b.java");
    assertThat(manifests.expected("app")).isEqualTo(1);
  }

  @Test
  void projectsKeepApart() {
    manifests.addProject(new Project("other", "/src/other"));
    manifests.replaceFiles("app", List.of(file("a.java", "h", TableName.CODE, "c1")));
    manifests.replaceFiles("other", List.of(file("a.java", "h", TableName.CODE, "c1", "c2")));
    manifests.removeFiles("app", List.of("a.java"));
    assertThat(manifests.expected("app")).isZero();
    assertThat(manifests.expected("other")).isEqualTo(2);
  }

  @Test
  void unknownProjectIsNamed() {
    assertThatThrownBy(() -> manifests.files("nobody"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nobody");
    assertThatThrownBy(() -> manifests.replaceFiles("nobody", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thousandFilesAreOneCommitAndQuick() {
    var files =
        IntStream.range(0, 1_000)
            .mapToObj(
                f ->
                    file(
                        "src/main/java/package%d/File%d.java".formatted(f % 50, f),
                        "%064x".formatted(f),
                        TableName.CODE,
                        IntStream.range(0, 12)
                            .mapToObj(c -> "%032x".formatted((f * 12L + c) * 0x9e3779b97f4a7c15L))
                            .toArray(String[]::new)))
            .toList();
    long commits = test.database.commits();
    long cpu = cpuNanos();
    manifests.replaceFiles("app", files);
    assertThat(manifests.ids("app", TableName.CODE)).hasSize(12_000);
    assertThat(manifests.files("app")).hasSize(1_000);
    assertThat(manifests.replaceFiles("app", files)).isEmpty();
    assertThat(test.database.commits() - commits).isEqualTo(2);
    assertThat(cpuNanos() - cpu).isLessThan(4_000_000_000L);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private List<ManifestRow> rows() {
    var rows = new ArrayList<ManifestRow>();
    manifests.eachRow("app", rows::add);
    return rows;
  }

  private static FileWithChunks file(String path, String hash, TableName table, String... chunks) {
    return new FileWithChunks(
        new FileEntry(path, path.length(), "stamp of " + path, hash, "recipe-1", table),
        Stream.of(chunks).map(id -> new ChunkEntry(id, "hash of " + id)).toList());
  }
}
