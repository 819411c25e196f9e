package dev.interlock.server.mcp;

import dev.interlock.server.http.Answer;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import reactor.core.publisher.Mono;

/// Carries what the SDK says about one request. Confined to the request's thread.
record ReplyTransport(McpJsonMapper json, Outbox outbox, Activity activity)
    implements McpStreamableServerTransport {
  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> send(message));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, String eventId) {
    return sendMessage(message);
  }

  private void send(JSONRPCMessage message) {
    if (activity.isGivenUp()) {
      return;
    }
    if (message instanceof JSONRPCResponse) {
      outbox.answer(Answer.json(200, bytes(json, message)));
    } else {
      outbox.event(bytes(json, message));
    }
  }

  static byte[] bytes(McpJsonMapper json, JSONRPCMessage message) {
    try {
      return json.writeValueAsBytes(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
