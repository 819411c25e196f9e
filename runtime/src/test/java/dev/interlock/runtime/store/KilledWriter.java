package dev.interlock.runtime.store;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/// A process of its own: eight writers write notes and acknowledge each once it is durable, one
/// line with its id, until they have written what was asked or are killed.
final class KilledWriter {
  private static final int WRITERS = 8;

  private KilledWriter() {}

  /// Writes and acknowledges.
  ///
  /// @param arguments database file, first id, number of notes
  public static void main(String[] arguments) {
    int first = Integer.parseInt(arguments[1]);
    int notes = Integer.parseInt(arguments[2]);
    try (var test = new TestDatabase(Path.of(arguments[0]));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < WRITERS; w++) {
        int start = w;
        var _ =
            threads.submit(
                () -> {
                  for (int i = start; i < notes; i += WRITERS) {
                    test.database.write(TestDatabase.note(first + i, "note ".repeat(40)));
                    acknowledge(first + i);
                  }
                });
      }
    }
  }

  /// One call of the system for one line, so that a kill cuts no line in two.
  @SuppressWarnings("resource")
  private static void acknowledge(int id) {
    try {
      new FileOutputStream(FileDescriptor.out)
          .write((id + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
