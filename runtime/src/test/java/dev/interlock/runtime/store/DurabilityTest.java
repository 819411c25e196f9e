package dev.interlock.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
  private static final int ENDLESS = 10_000_000;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("interlock.db");
  }

  @RepeatedTest(2)
  @DisplayName("C73: what was acknowledged outlives kill -9")
  void acknowledgedOutlivesKill() throws Exception {
    var writer = start(1, ENDLESS);
    var acknowledged = new ArrayList<Integer>();
    try (var lines = writer.inputReader()) {
      take(lines, 500, acknowledged);
      // Not by the process itself, which would close its output unread.
      writer.toHandle().destroyForcibly();
      take(lines, ENDLESS, acknowledged);
    }
    writer.waitFor();
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(500);
    try (var test = new TestDatabase(file)) {
      assertThat(test.notes()).containsAll(acknowledged);
    }
  }

  @Test
  void twoProcessesShareTheFile() throws Exception {
    try (var test = new TestDatabase(file)) {
      test.database.write(TestDatabase.note(1));
      var other = start(1_000, 50);
      for (int i = 2; i <= 50; i++) {
        test.database.write(TestDatabase.note(i));
      }
      var acknowledged = new ArrayList<Integer>();
      try (var lines = other.inputReader()) {
        take(lines, ENDLESS, acknowledged);
      }
      assertThat(other.waitFor()).isZero();
      assertThat(acknowledged).hasSize(50);
      assertThat(test.notes()).hasSize(100).containsAll(acknowledged);
    }
  }

  private Process start(int first, int notes) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            KilledWriter.class.getName(),
            file.toString(),
            Integer.toString(first),
            Integer.toString(notes))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void take(BufferedReader lines, int atMost, List<Integer> into)
      throws IOException {
    for (int i = 0; i < atMost; i++) {
      var line = lines.readLine();
      if (line == null) {
        return;
      }
      into.add(Integer.parseInt(line));
    }
  }
}
