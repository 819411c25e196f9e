package dev.interlock.app.cli;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The session that the server keeps for this process, after a handshake.
///
/// @param id as the server named it
/// @param version the revision that was agreed on
/// @param opening the handshake, to repeat it with a server that has forgotten
record McpSession(String id, String version, McpMessage opening) {
  static final String HEADER = "Mcp-Session-Id";

  static final McpMessage OPENED =
      McpMessage.read(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
                  .getBytes(StandardCharsets.US_ASCII))
          .orElseThrow();

  /// The session of an answered handshake, empty if it was refused.
  static Optional<McpSession> of(McpMessage opening, Optional<String> id, JsonNode answer) {
    var version = answer.path("result").path("protocolVersion");
    return version.isString()
        ? id.map(named -> new McpSession(named, version.asString(), opening))
        : Optional.empty();
  }

  /// The headers of a message in it.
  Map<String, String> headers() {
    var headers = new HashMap<String, String>();
    headers.put(HEADER, id);
    headers.put("MCP-Protocol-Version", version);
    return headers;
  }
}
