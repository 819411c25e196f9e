package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The Node SDK's client over HTTP and over a process.
@Tag("clients")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class NodeClientTest {
  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("A18: the MCP client of Node's SDK uses all tools")
  void clientOfAnotherMakeUsesAllTools() throws IOException {
    var node = Node.ready();
    try (var indexed = Indexed.in(folder)) {
      var arguments = new ArrayList<String>();
      arguments.add(indexed.station().url() + "/mcp");
      arguments.addAll(Child.command(List.of(), indexed.station().running().home().folder()));

      var told = node.script("mcp_client.mjs", arguments);

      assertThat(told.exitCode()).as(told.output()).isZero();
      assertThat(told.output().lines()).filteredOn(line -> line.contains("steps")).hasSize(2);
    }
  }
}
