package dev.interlock.app.cli;

import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command `interlock` with its subcommands.
@Command(
    name = "interlock",
    mixinStandardHelpOptions = true,
    version = "Interlock 0.1.0-SNAPSHOT",
    description = "A local-or-cloud inference router and retrieval server.",
    subcommands = {
      UpCommand.class,
      ServerCommand.class,
      IndexCommand.class,
      SearchCommand.class,
      ReadCommand.class,
      McpCommand.class,
      JobsCommand.class,
      GateCommand.class,
      AccountsCommand.class,
      LedgerCommand.class,
      TailCommand.class,
      ExplainCommand.class,
      RoutesCommand.class,
      RowsCommand.class,
      CheckCommand.class,
      TrainCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 refused or failed, 2 usage or configuration, 3 not whole, 4 no"
          + " server.",
      "Start here: interlock up --index ."
    })
public final class InterlockCommand implements Runnable {
  private static final Logger LIBRARIES = Logger.getLogger("");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /// Runs a command line.
  ///
  /// @return the exit code
  public static int run(String... args) {
    quiet();
    return new CommandLine(new InterlockCommand())
        .setExecutionExceptionHandler(InterlockCommand::failed)
        .setUsageHelpAutoWidth(true)
        .execute(args);
  }

  /// Libraries speak up only when something is wrong.
  private static void quiet() {
    LIBRARIES.setLevel(Level.WARNING);
  }

  private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult result) {
    if (failure instanceof CommandFailure told) {
      Console.system().err().println("interlock: " + told.text());
      return told.exitCode();
    }
    Console.system().err().println("interlock: " + failure);
    LIBRARIES.log(Level.WARNING, "the command broke", failure);
    return Exit.FAILED;
  }
}
