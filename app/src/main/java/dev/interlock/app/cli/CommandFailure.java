package dev.interlock.app.cli;

import java.io.Serial;

/// Ends a command with a message on standard error and an exit code.
final class CommandFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int exitCode;

  CommandFailure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
