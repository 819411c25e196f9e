package dev.interlock.app.cli;

import java.io.PrintStream;
import java.util.regex.Pattern;

/// A stream to a terminal that can't be commanded by what files, engines and providers say: of all
/// control characters only line breaks, tabs and [Console]'s own styles get through, and nothing
/// that turns the direction of writing (wire-formats §13). A pipe gets every character as it is.
///
/// Thread: as any [PrintStream].
final class TerminalStream extends PrintStream {
  private static final Pattern COMMANDS =
      Pattern.compile(
          "\u001b(?!\\[(?:0|1|2|31|32)m)"
              + "|[\\p{Cc}&&[^\n\t\u001b]]"
              + "|[\u202a-\u202e\u2066-\u2069]");

  /// Over another stream, in its charset.
  TerminalStream(PrintStream to) {
    super(to, true, to.charset());
  }

  @Override
  public void print(String text) {
    super.print(harmless(text));
  }

  @Override
  public void print(Object value) {
    super.print(harmless(String.valueOf(value)));
  }

  @Override
  public void print(char c) {
    super.print(harmless(Character.toString(c)));
  }

  @Override
  public void print(char[] text) {
    super.print(harmless(new String(text)));
  }

  private static String harmless(String text) {
    return COMMANDS.matcher(text.replace("\r\n", "\n")).replaceAll("?");
  }
}
