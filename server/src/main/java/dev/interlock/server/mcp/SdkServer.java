package dev.interlock.server.mcp;

import dev.interlock.server.search.GivenUp;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// The MCP SDK's server with our tools, on a transport of our own. Tools run on the thread that
/// asks.
///
/// Thread: any.
final class SdkServer {
  /// Where a call's [Activity] stands in the SDK's context.
  static final String ACTIVITY = "activity";

  private static final TypeRef<Map<String, Object>> MAP = new TypeRef<>() {};

  private final McpJsonMapper json = new JacksonMcpJsonMapper(Message.JSON);
  private final Opener opener = new Opener();

  SdkServer(ToolBox tools) {
    McpServer.sync(opener)
        .jsonMapper(json)
        // The tools check their own arguments, and a test checks what they give.
        .jsonSchemaValidator((_, _) -> JsonSchemaValidator.ValidationResponse.asValid(""))
        .validateToolInputs(false)
        .immediateExecution(true)
        .serverInfo(
            McpSchema.Implementation.builder(Identity.NAME, Identity.VERSION)
                .title(Identity.TITLE)
                .build())
        .instructions(ToolBox.INSTRUCTIONS)
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(tools.all().stream().map(this::specified).toList())
        .build();
  }

  McpJsonMapper json() {
    return json;
  }

  /// Opens a session.
  McpStreamableServerSession.McpStreamableServerSessionInit open(
      McpSchema.InitializeRequest request) {
    return opener.factory().startSession(request);
  }

  private SyncToolSpecification specified(Tool tool) {
    var hints =
        McpSchema.ToolAnnotations.builder()
            .title(tool.naming().title())
            .readOnlyHint(true)
            .destructiveHint(false)
            .idempotentHint(true)
            .openWorldHint(false)
            .build();
    var told =
        McpSchema.Tool.builder(tool.name(), json.convertValue(tool.input(), MAP))
            .title(tool.naming().title())
            .description(tool.naming().description())
            .outputSchema(json.convertValue(tool.output(), MAP))
            .annotations(hints)
            .build();
    return SyncToolSpecification.builder()
        .tool(told)
        .callHandler((exchange, request) -> call(tool, exchange, request))
        .build();
  }

  private CallToolResult call(Tool tool, McpSyncServerExchange exchange, CallToolRequest request) {
    var activity = (Activity) exchange.transportContext().get(ACTIVITY);
    Optional.ofNullable(request.meta())
        .map(meta -> meta.get("progressToken"))
        .ifPresent(token -> activity.reportTo(progress(exchange, token)));
    try {
      var arguments = Optional.ofNullable(request.arguments()).orElseGet(Map::of);
      return result(tool.call(Message.JSON.convertValue(arguments, ObjectNode.class), activity));
    } catch (GivenUp e) {
      // The transport sends nothing any more.
      return result(new Tool.Outcome.Failed("given up"));
    }
  }

  private static BiConsumer<Integer, String> progress(
      McpSyncServerExchange exchange, Object token) {
    return (number, doing) ->
        exchange.progressNotification(
            McpSchema.ProgressNotification.builder(token, number).message(doing).build());
  }

  private static CallToolResult result(Tool.Outcome outcome) {
    List<McpSchema.Content> content =
        List.of(McpSchema.TextContent.builder(outcome.text()).build());
    return switch (outcome) {
      case Tool.Outcome.Done done ->
          CallToolResult.builder(content)
              .structuredContent(Message.JSON.convertValue(done.structured(), Map.class))
              .build();
      case Tool.Outcome.Failed _ -> CallToolResult.builder(content).isError(true).build();
    };
  }

  /// Takes the SDK's way to open a session; all else goes over the sessions themselves.
  private static final class Opener implements McpStreamableServerTransportProvider {
    private Optional<McpStreamableServerSession.Factory> factory = Optional.empty();

    McpStreamableServerSession.Factory factory() {
      return factory.orElseThrow();
    }

    @Override
    public void setSessionFactory(McpStreamableServerSession.Factory given) {
      factory = Optional.of(given);
    }

    @Override
    public List<String> protocolVersions() {
      return Versions.HANDSHAKE;
    }

    /// Nothing is ever told to all: the tools don't change.
    @Override
    public Mono<Void> notifyClients(String method, Object params) {
      return Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
