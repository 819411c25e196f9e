package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A18: the Python SDK's client, in both eras, over HTTP and over a process. Its packages go into a
/// folder of the build, once for each version.
@Tag("clients")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class PythonClientTest {
  private static final String PACKAGE = "mcp==2.3.0";

  @TempDir private Path folder = Path.of("");

  private static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  @Test
  void clientOfAnotherMakeUsesAllTools() throws IOException {
    var python = python();
    try (var indexed = Indexed.in(folder)) {
      var home = indexed.station().running().home().folder();
      var command = new ArrayList<String>();
      command.add(python.toString());
      command.add(module().resolve("src/test/python/mcp_client.py").toString());
      command.add(indexed.station().url() + "/mcp");
      command.addAll(Child.command(List.of(), home));

      var told = run(command);

      assertThat(told.exitCode()).as(told.output()).isZero();
      assertThat(told.output().lines()).filteredOn(line -> line.contains("steps")).hasSize(4);
    }
  }

  /// The interpreter of an environment that has the client.
  private static Path python() throws IOException {
    var version = run(List.of("python3", "-c", "import sys; print(sys.version_info >= (3, 10))"));
    assertThat(version.output().strip())
        .as("this test needs python3 of at least 3.10 on the path: %s", version.output())
        .endsWith("True");
    var environment = module().resolve("target/python/" + PACKAGE.replaceAll("[^a-z0-9.]", "-"));
    var python = environment.resolve("bin/python");
    if (!Files.exists(environment.resolve("whole"))) {
      need(run(List.of("python3", "-m", "venv", "--clear", environment.toString())));
      need(run(List.of(python.toString(), "-m", "pip", "install", "-q", PACKAGE)));
      Files.createFile(environment.resolve("whole"));
    }
    return python;
  }

  private static void need(Told told) {
    assertThat(told.exitCode())
        .as("this test needs python3 with venv, and a package index: %s", told.output())
        .isZero();
  }

  private record Told(int exitCode, String output) {}

  private static Told run(List<String> command) throws IOException {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Told(process.waitFor(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (IOException e) {
      return new Told(127, Objects.toString(e.getMessage()));
    }
  }
}
