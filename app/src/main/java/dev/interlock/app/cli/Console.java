package dev.interlock.app.cli;

import java.io.PrintStream;
import java.util.Optional;

/// Where a command prints, and how: colour and bars only where a person looks at a terminal.
///
/// @param out results
/// @param err everything about them: progress, hints, errors
/// @param terminal whether a person looks
/// @param width columns
record Console(PrintStream out, PrintStream err, boolean terminal, int width) {
  private static final int DEFAULT_WIDTH = 100;

  // It does return null in a pipe on JDK 25, whatever the check says.
  @SuppressWarnings("SystemConsoleNull")
  static Console system() {
    // a process without a terminal has no console at all, whatever the nullness tables say
    boolean terminal =
        Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent();
    return terminal
        ? new Console(
            new TerminalStream(System.out), new TerminalStream(System.err), true, columns())
        : new Console(System.out, System.err, false, columns());
  }

  private static int columns() {
    var columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("[1-9][0-9]{1,3}")
        ? Integer.parseInt(columns)
        : DEFAULT_WIDTH;
  }

  String bold(String text) {
    return styled("1", text);
  }

  String dim(String text) {
    return styled("2", text);
  }

  String red(String text) {
    return styled("31", text);
  }

  String green(String text) {
    return styled("32", text);
  }

  private String styled(String code, String text) {
    return terminal && System.getenv("NO_COLOR") == null
        ? "\u001b[" + code + "m" + text + "\u001b[0m"
        : text;
  }
}
