package dev.interlock.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.Database;
import dev.interlock.runtime.store.FileEntry;
import dev.interlock.runtime.store.FileWithChunks;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.runtime.store.Project;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ingest.FileAccess;
import dev.interlock.server.ingest.Finder;
import dev.interlock.server.ingest.Hashes;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.WalkRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A18: what may be read, and what is told of it.
class FileServiceTest {
  @TempDir Path temp;
  private Database database;
  private ManifestStore manifest;
  private FileService files;
  private Freshness freshness;

  @BeforeEach
  void open() {
    database = Database.open(temp.resolve("interlock.db"), temp.resolve("unpacked"), _ -> {});
    manifest = new ManifestStore(database);
    var finder = new Finder(FileAccess.disk());
    var reader = new SourceReader(WalkRules.DEFAULTS);
    files = new FileService(manifest, finder, reader);
    freshness = new Freshness(manifest, finder, reader);
    manifest.addProject(new Project("one", temp.resolve("one").toString()));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void indexed(String project, String path, String text) throws IOException {
    var file = temp.resolve(project).resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    var found = new Finder(FileAccess.disk()).find(temp.resolve(project), path).orElseThrow();
    var entry =
        new FileEntry(
            path, found.size(), found.stamp().text(), Hashes.of(text), "recipe", TableName.CODE);
    manifest.replaceFiles(project, List.of(new FileWithChunks(entry, List.of())));
  }

  private static ReadRequest asking(String path) {
    return new ReadRequest(Optional.empty(), path, OptionalInt.empty(), OptionalInt.empty());
  }

  private static ReadRequest lines(String path, int from, int to) {
    return new ReadRequest(Optional.of("one"), path, OptionalInt.of(from), OptionalInt.of(to));
  }

  private ApiError refused(ReadRequest request) {
    return catchThrowableOfType(Rejected.class, () -> files.read(request)).error();
  }

  @Test
  void wholeFileHasAllItsLinesWithoutTheirEnds() throws IOException {
    indexed("one", "a/B.java", "first\r\nsecond\n\nfourth");
    var view = files.read(asking("a/B.java"));
    assertThat(view.text()).isEqualTo("first\nsecond\n\nfourth");
    assertThat(view.startLine()).isEqualTo(1);
    assertThat(view.endLine()).isEqualTo(4);
    assertThat(view.totalLines()).isEqualTo(4);
    assertThat(view.language()).isEqualTo("java");
    assertThat(view.stale()).isFalse();
    assertThat(view.indexed().table()).isEqualTo("code");
    assertThat(view.indexed().size()).isEqualTo(21);
  }

  @Test
  void spanIsCutAtTheEndOfTheFile() throws IOException {
    indexed("one", "a.txt", "1\n2\n3\n");
    assertThat(files.read(lines("a.txt", 2, 9)).text()).isEqualTo("2\n3");
    assertThat(files.read(lines("a.txt", 3, 3)).endLine()).isEqualTo(3);
  }

  @Test
  void wrongSpanIsToldWithWhatIsAllowed() throws IOException {
    indexed("one", "a.txt", "1\n2\n3\n");
    assertThat(refused(lines("a.txt", 4, 5)).hint()).isEqualTo("allowed: 1 to 3");
    assertThat(refused(lines("a.txt", 3, 2)).status()).isEqualTo(400);
    assertThat(refused(lines("a.txt", 0, 2)).param()).contains("lines");
  }

  @Test
  void longFileIsGivenInParts() throws IOException {
    indexed("one", "long.txt", "line\n".repeat(5_000));
    var first = files.read(asking("long.txt"));
    assertThat(first.endLine()).isEqualTo(FileService.MOST_LINES);
    assertThat(first.totalLines()).isEqualTo(5_000);
    var last = files.read(lines("long.txt", 4_001, 5_000));
    assertThat(last.endLine()).isEqualTo(5_000);
  }

  @Test
  void wideLinesAreFewerInAnAnswer() throws IOException {
    indexed("one", "wide.txt", ("word ".repeat(16_000) + "\n").repeat(6));
    assertThat(files.read(asking("wide.txt")).endLine()).isEqualTo(2);
    assertThat(FileService.MOST_CHARS).isEqualTo(200_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../a.txt", "/etc/passwd", "a/../../b", "C:\\a", "a//b", "./a", "a/"})
  void pathOutOfTheRootIsRefused(String path) {
    var error = refused(asking(path));
    assertThat(error.status()).isEqualTo(400);
    assertThat(error.param()).contains("path");
  }

  @Test
  void onlyWhatTheManifestHoldsIsRead() throws IOException {
    indexed("one", "src/a.txt", "1\n");
    Files.writeString(temp.resolve("one/.env"), "SECRET=1\n");
    var error = refused(asking(".env"));
    assertThat(error.code()).isEqualTo("no_such_file");
    assertThat(refused(asking("a.txt")).hint()).contains("src/a.txt (one)");
  }

  @Test
  void unknownProjectIsToldWithTheKnownOnes() {
    var error =
        refused(
            new ReadRequest(Optional.of("two"), "a.txt", OptionalInt.empty(), OptionalInt.empty()));
    assertThat(error.code()).isEqualTo("no_such_project");
    assertThat(error.hint()).contains("one");
  }

  @Test
  void pathOfTwoProjectsNeedsAName() throws IOException {
    manifest.addProject(new Project("two", temp.resolve("two").toString()));
    indexed("one", "a.txt", "1\n");
    indexed("two", "a.txt", "2\n");
    assertThat(refused(asking("a.txt")).hint()).contains("one, two");
    assertThat(files.read(lines("a.txt", 1, 1)).text()).isEqualTo("1");
  }

  @Test
  void linkInTheFilesPlaceIsGone() throws IOException {
    indexed("one", "a.txt", "1\n");
    var outside = Files.writeString(temp.resolve("secret.txt"), "secret\n");
    var file = temp.resolve("one/a.txt");
    Files.delete(file);
    Files.createSymbolicLink(file, outside);
    assertThat(refused(asking("a.txt")).code()).isEqualTo("gone");
    assertThat(freshness.stale("one", "a.txt")).isTrue();
  }

  @Test
  void binaryInTheFilesPlaceIsStale() throws IOException {
    indexed("one", "a.txt", "1\n");
    Files.write(temp.resolve("one/a.txt"), new byte[] {0, 1, 2, 3});
    assertThat(refused(asking("a.txt")).code()).isEqualTo("stale");
  }

  @Test
  void touchedFileWithItsOldContentIsFresh() throws IOException {
    indexed("one", "a.txt", "1\n");
    assertThat(freshness.stale("one", "a.txt")).isFalse();
    Files.writeString(temp.resolve("one/a.txt"), "1\n");
    assertThat(freshness.stale("one", "a.txt")).isFalse();
    Files.writeString(temp.resolve("one/a.txt"), "2\n");
    assertThat(freshness.stale("one", "a.txt")).isTrue();
    assertThat(freshness.stale("one", "never.txt")).isTrue();
  }
}
