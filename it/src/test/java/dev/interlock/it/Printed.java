package dev.interlock.it;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// What commands print while a test runs. Thread: any may print, the test's reads.
public final class Printed implements BeforeEachCallback, AfterEachCallback {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final boolean errors;

  private Printed(boolean errors) {
    this.errors = errors;
  }

  /// Results alone, as a pipe gets them.
  public static Printed results() {
    return new Printed(false);
  }

  /// Errors, too.
  public static Printed all() {
    return new Printed(true);
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    if (errors) {
      System.setErr(stream);
    }
  }

  @Override
  public void afterEach(ExtensionContext test) {
    System.setOut(terminal(FileDescriptor.out));
    if (errors) {
      System.setErr(terminal(FileDescriptor.err));
    }
  }

  private static PrintStream terminal(FileDescriptor to) {
    return new PrintStream(new FileOutputStream(to), true, StandardCharsets.UTF_8);
  }

  /// Forgets what was printed.
  public void reset() {
    bytes.reset();
  }

  @Override
  public String toString() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
