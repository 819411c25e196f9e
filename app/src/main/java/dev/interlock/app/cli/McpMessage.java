package dev.interlock.app.cli;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A message from an agent, as far as a carrier must understand it.
///
/// @param bytes as they came
record McpMessage(byte[] bytes, JsonNode json) {
  static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";

  /// The message in a line, empty if it is no JSON object.
  static Optional<McpMessage> read(byte[] line) {
    try {
      return Optional.of(JSON.readTree(line))
          .filter(JsonNode::isObject)
          .map(json -> new McpMessage(line, json));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  String method() {
    return json.path("method").asString("");
  }

  boolean opens() {
    return method().equals("initialize");
  }

  /// The id of a request, empty for what wants no answer.
  Optional<JsonNode> id() {
    return json.has("method") ? Optional.ofNullable(json.get("id")) : Optional.empty();
  }

  /// The request that this gives up.
  Optional<JsonNode> cancels() {
    return method().equals("notifications/cancelled")
        ? Optional.ofNullable(json.path("params").get("requestId"))
        : Optional.empty();
  }

  /// Whether it stands alone, without a session.
  boolean standsAlone() {
    return !opens() && meta().has(VERSION);
  }

  private JsonNode meta() {
    return json.path("params").path("_meta");
  }

  /// The headers that repeat a message that stands alone.
  Map<String, String> mirrored() {
    var headers = new HashMap<String, String>();
    headers.put("MCP-Protocol-Version", meta().path(VERSION).asString(""));
    headers.put("Mcp-Method", encoded(method()));
    if (method().equals("tools/call")) {
      headers.put("Mcp-Name", encoded(json.path("params").path("name").asString("")));
    }
    return headers;
  }

  private static String encoded(String value) {
    boolean plain =
        value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
            && value.equals(value.strip())
            && !value.startsWith("=?base64?");
    return plain
        ? value
        : "=?base64?%s?="
            .formatted(Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
  }

  /// A refusal of the carrier's own.
  static String error(Optional<JsonNode> id, int code, String message) {
    var answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    id.ifPresent(known -> answer.set("id", known));
    answer.putObject("error").put("code", code).put("message", message);
    return JSON.writeValueAsString(answer);
  }
}
