package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// A18: the MCP SDK's own client, over HTTP and over a process. It checks every structured result
/// against the schema that the tool declared.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SdkClientTest {
  private final CompletableFuture<Indexed> started = new CompletableFuture<>();

  /// How the client reaches the server.
  enum Way {
    HTTP,
    STDIO
  }

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    started.complete(Indexed.in(folder));
  }

  @AfterAll
  void stop() {
    started.join().close();
  }

  private McpClientTransport transport(Way way) {
    var indexed = started.join();
    return switch (way) {
      case HTTP ->
          HttpClientStreamableHttpTransport.builder(indexed.station().url())
              .openConnectionOnStartup(true)
              .build();
      case STDIO -> {
        var command = Child.command(List.of(), indexed.station().running().home().folder());
        yield new StdioClientTransport(
            ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build(),
            new JacksonMcpJsonMapper(Wire.JSON));
      }
    };
  }

  private McpSyncClient client(Way way, List<ProgressNotification> progress) {
    var client =
        McpClient.sync(transport(way))
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .jsonSchemaValidator(new DefaultJsonSchemaValidator())
            .enableCallToolSchemaCaching(true)
            .progressConsumer(progress::add)
            .build();
    client.initialize();
    return client;
  }

  private static CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static Map<?, ?> structured(CallToolResult result) {
    assertThat(result.isError()).as(String.valueOf(result.content())).isNotEqualTo(true);
    return (Map<?, ?>) result.structuredContent();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void clientUsesAllTools(Way way) {
    try (var client = client(way, new CopyOnWriteArrayList<>())) {
      assertThat(client.getCurrentInitializationResult().protocolVersion()).isEqualTo("2025-11-25");
      assertThat(client.listTools().tools().stream().map(Tool::name))
          .containsExactly("search", "read", "index_status");
      assertThat(client.ping()).isNotNull();

      var found = structured(call(client, "search", Map.of("query", "naïve 北 🌸")));
      assertThat(found.get("query")).isEqualTo("naïve 北 🌸");
      assertThat(Wire.JSON.<JsonNode>valueToTree(found).at("/hits/0/path").asString())
          .isEqualTo("notes.md");

      var read = structured(call(client, "read", Map.of("path", "notes.md", "project", "garden")));
      assertThat(read.get("text")).isEqualTo(Indexed.CONTENT.strip());

      var status = structured(call(client, "index_status", Map.of()));
      assertThat((List<?>) status.get("tables")).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void clientIsToldOfProgress(Way way) {
    var progress = new CopyOnWriteArrayList<ProgressNotification>();
    try (var client = client(way, progress)) {
      var result =
          client.callTool(
              CallToolRequest.builder("search")
                  .arguments(Map.of("query", "tulip"))
                  .progressToken("mine")
                  .build());
      assertThat(result.isError()).isNotEqualTo(true);
      assertThat(progress).isNotEmpty().allMatch(p -> p.progressToken().equals("mine"));
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void mistakesAreToldApart(Way way) {
    try (var client = client(way, new CopyOnWriteArrayList<>())) {
      assertThatThrownBy(() -> call(client, "no_such_tool", Map.of())).isInstanceOf(McpError.class);
      var wrong = call(client, "read", Map.of("path", "../secret"));
      assertThat(wrong.isError()).isTrue();
      assertThat(((TextContent) wrong.content().getFirst()).text())
          .contains("path is '../secret'", "below its root");
      assertThat(client.ping()).isNotNull();
    }
  }
}
