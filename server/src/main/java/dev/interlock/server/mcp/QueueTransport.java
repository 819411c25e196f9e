package dev.interlock.server.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpStreamableServerTransport;
import reactor.core.publisher.Mono;

/// Carries what the SDK says by itself on a session's own stream. Thread: any.
record QueueTransport(McpJsonMapper json, EventQueue queue)
    implements McpStreamableServerTransport {
  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> queue.add(ReplyTransport.bytes(json, message)));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message, String eventId) {
    return sendMessage(message);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(queue::end);
  }

  @Override
  public void close() {
    queue.end();
  }
}
