package dev.interlock.it.engines;

import dev.interlock.it.NativeCode;
import dev.interlock.it.standin.Encoders;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// The encoders that all stand-ins of a test class embed with, opened once, and a folder for each
/// test.
abstract class EngineTests {
  @TempDir private static Path shared = Path.of("");
  private static Optional<Encoders> encoders = Optional.empty();

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void open() {
    NativeCode.load();
    encoders = Optional.of(new Encoders(shared));
  }

  @AfterAll
  static void close() {
    encoders.ifPresent(Encoders::close);
    encoders = Optional.empty();
  }

  static Encoders encoders() {
    return encoders.orElseThrow();
  }
}
