package dev.interlock.app.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `interlock mcp`.
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description =
        "Speak the Model Context Protocol on standard input and output, for agents that start their"
            + " tools as a process. Carries each message to the running server.",
    footer = {
      "",
      "Exit codes: 0 standard input ended, 1 failed, 2 usage, 4 no server.",
      "",
      "Agents that speak HTTP need no process: the server answers them at /mcp."
    })
final class McpCommand implements Callable<Integer> {
  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    try (var server = options.remote()) {
      server.need(server.get("/livez"));
    }
    try (var bridge = new McpBridge(options::remote, Console.system().out())) {
      McpLines.each(new BufferedInputStream(System.in), bridge::take);
      bridge.finish();
      return Exit.OK;
    } catch (IOException e) {
      throw new CommandFailure(Exit.FAILED, "standard input broke: " + e.getMessage());
    }
  }
}
