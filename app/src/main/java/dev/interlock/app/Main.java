package dev.interlock.app;

import dev.interlock.app.cli.InterlockCommand;

/// The command `interlock`.
public final class Main {
  private Main() {}

  /// Runs a command line and ends the process with its exit code.
  public static void main(String[] args) {
    System.exit(InterlockCommand.run(args));
  }
}
