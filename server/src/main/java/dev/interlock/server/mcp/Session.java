package dev.interlock.server.mcp;

import dev.interlock.server.http.Call;
import io.modelcontextprotocol.spec.McpStreamableServerSession;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/// One agent's session, from its handshake on. Thread: any.
final class Session {
  private final McpStreamableServerSession protocol;
  private final Map<JsonNode, Activity> inFlight = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<EventQueue> listeners = new CopyOnWriteArrayList<>();

  Session(McpStreamableServerSession protocol) {
    this.protocol = protocol;
  }

  String id() {
    return protocol.getId();
  }

  McpStreamableServerSession protocol() {
    return protocol;
  }

  /// A request begins.
  ///
  /// @return empty if one of that id is in flight
  Optional<Activity> begin(JsonNode request, Call call) {
    var activity = new Activity(call);
    return inFlight.putIfAbsent(request, activity) == null
        ? Optional.of(activity)
        : Optional.empty();
  }

  /// A request has ended.
  void end(JsonNode request) {
    inFlight.remove(request);
  }

  /// Gives a request up; one that is not in flight is passed over.
  void giveUp(JsonNode request) {
    Optional.ofNullable(inFlight.get(request)).ifPresent(Activity::giveUp);
  }

  /// A stream for what the server has to say listens until it is closed.
  void listen(EventQueue queue) {
    listeners.add(queue);
  }

  void unlisten(EventQueue queue) {
    listeners.remove(queue);
  }

  /// Ends all that goes on in it.
  void close() {
    inFlight.values().forEach(Activity::giveUp);
    listeners.forEach(EventQueue::end);
    protocol.close();
  }
}
