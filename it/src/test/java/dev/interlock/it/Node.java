package dev.interlock.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Node's runtime with the pinned clients of `src/test/node`, installed once into a folder of the
/// build. Without Node a test is skipped, which fails it where `CI=true`.
///
/// Thread: the test's; blocks.
public final class Node {
  private static final String READY = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";
  private static final List<String> PINS = List.of("package.json", "package-lock.json", ".npmrc");

  private final Path folder;

  private Node(Path folder) {
    this.folder = folder;
  }

  /// What a program printed, both ways, and how it ended.
  public record Told(int exitCode, String output) {}

  /// Node with the clients in place; the first time it takes half a minute and a package index.
  public static Node ready() throws IOException {
    for (var program : List.of(List.of("node", "-e", READY), List.of("npm", "--version"))) {
      var told = run(program, Optional.empty());
      assumeTrue(
          told.exitCode() == 0,
          () -> "needs node of at least 20 and npm on the path: " + told.output());
    }
    var module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    var folder = Files.createDirectories(module.resolve("target/node"));
    if (copied(module.resolve("src/test/node"), folder)) {
      var whole = folder.resolve("whole");
      Files.deleteIfExists(whole);
      var told = run(List.of("npm", "ci"), Optional.of(folder));
      assertThat(told.exitCode()).as("npm ci: %s", told.output()).isZero();
      Files.createFile(whole);
    }
    return new Node(folder);
  }

  /// Lays the scripts beside their packages, where Node looks for them; says whether those are yet
  /// to be installed.
  private static boolean copied(Path from, Path to) throws IOException {
    boolean stale = !Files.exists(to.resolve("whole"));
    try (var files = Files.list(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var copy = to.resolve(Objects.requireNonNull(file.getFileName()));
        stale |=
            PINS.contains(copy.getFileName().toString())
                && (!Files.exists(copy) || Files.mismatch(file, copy) >= 0);
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return stale;
  }

  /// Runs a script of `src/test/node`.
  public Told script(String name, List<String> arguments) throws IOException {
    var command = new ArrayList<>(List.of("node", folder.resolve(name).toString()));
    command.addAll(arguments);
    return run(command, Optional.empty());
  }

  private static Told run(List<String> command, Optional<Path> folder) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    folder.ifPresent(path -> builder.directory(path.toFile()));
    Process process;
    try {
      process = builder.start();
    } catch (IOException notThere) {
      return new Told(127, Objects.toString(notThere.getMessage()));
    }
    try {
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Told(process.waitFor(), output);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
