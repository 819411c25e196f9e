package dev.interlock.it.docs;

import dev.interlock.app.cli.InterlockCommand;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// `docs/reference/cli.md`: the help texts of all commands, as the program prints them.
final class CliPage {
  private static final int WIDTH = 90;
  private static final String HEAD =
      """
      # Command line

      `./interlock COMMAND` at the root of a clone; each text below is what `--help` prints. This \
      page is made from the program, and a test compares the two.

      Exit codes of every command: 0 done, 1 refused or failed, 2 usage or configuration, 3 not \
      whole, 4 no server. Results go to standard output, progress and errors to standard error. \
      Colour only on a terminal, and never where `NO_COLOR` is set.
      """;

  private CliPage() {}

  static String markdown() {
    var page = new StringBuilder(HEAD);
    add(page, new CommandLine(new InterlockCommand()));
    return page.toString();
  }

  private static void add(StringBuilder page, CommandLine command) {
    if (command.getCommandSpec().usageMessage().hidden()) {
      return;
    }
    command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
    page.append("\n## `%s`\n\n```\n".formatted(command.getCommandSpec().qualifiedName()))
        .append(
            command.getUsageMessage(Ansi.OFF).lines().map(String::stripTrailing).toList().stream()
                .reduce("", (text, line) -> text + line + "\n"))
        .append("```\n");
    command.getSubcommands().values().stream().distinct().forEach(sub -> add(page, sub));
  }
}
