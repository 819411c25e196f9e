package dev.interlock.server.mcp;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A message of JSON-RPC 2.0, as it comes in.
sealed interface Message {
  /// Reads and writes all messages; unknown fields are the protocol's own business.
  JsonMapper JSON = JsonMapper.builder().build();

  /// Asks for an answer.
  ///
  /// @param id a text or a whole number, unique while it is in flight
  record Request(JsonNode id, String method, ObjectNode params) implements Message {
    /// A part of the metadata, missing where there is none.
    JsonNode meta(String key) {
      return params.path("_meta").path(key);
    }
  }

  /// Tells something.
  record Notification(String method, ObjectNode params) implements Message {}

  /// Answers a question that this server never asks.
  record Reply() implements Message {}

  /// None at all, or one that the protocol forbids.
  record Malformed(Fault fault) implements Message {}

  /// The message in a body.
  static Message parse(byte[] body) {
    JsonNode json;
    try {
      json = JSON.readTree(body);
    } catch (JacksonException e) {
      return malformed(Fault.PARSE, "the body is no JSON: " + e.getOriginalMessage());
    }
    if (!(json instanceof ObjectNode message) || !"2.0".equals(text(message, "jsonrpc"))) {
      return malformed(
          Fault.INVALID_REQUEST,
          "send one JSON-RPC 2.0 message as an object; batches are not taken");
    }
    var method = message.get("method");
    if (method == null) {
      return message.has("result") || message.has("error")
          ? new Reply()
          : malformed(Fault.INVALID_REQUEST, "the message has no method");
    }
    if (!method.isString() || !(params(message) instanceof ObjectNode params)) {
      return malformed(
          Fault.INVALID_REQUEST, "method must be a text, and params, where given, an object");
    }
    return call(message, method.asString(), params);
  }

  private static Message call(ObjectNode message, String method, ObjectNode params) {
    var id = message.get("id");
    if (id == null) {
      return new Notification(method, params);
    }
    return id.isString() || (id.isIntegralNumber() && id.canConvertToLong())
        ? new Request(id, method, params)
        : malformed(Fault.INVALID_REQUEST, "id must be a text or a whole number");
  }

  private static JsonNode params(ObjectNode message) {
    return Optional.ofNullable(message.get("params")).orElseGet(JSON::createObjectNode);
  }

  private static String text(ObjectNode message, String field) {
    return message.path(field).asString("");
  }

  private static Malformed malformed(int code, String message) {
    return new Malformed(new Fault(code, message));
  }

  /// The answer to a request.
  static ObjectNode result(JsonNode id, JsonNode result) {
    var message = JSON.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", id);
    message.set("result", result);
    return message;
  }

  /// The refusal of a request, or of a message whose id could not be read.
  static ObjectNode error(Optional<JsonNode> id, Fault fault) {
    var message = JSON.createObjectNode().put("jsonrpc", "2.0");
    id.ifPresent(known -> message.set("id", known));
    var error =
        message.putObject("error").put("code", fault.code()).put("message", fault.message());
    fault.data().ifPresent(data -> error.set("data", data));
    return message;
  }

  /// How far a request has come.
  static ObjectNode progress(JsonNode token, int number, String doing) {
    var message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/progress");
    var params = message.putObject("params");
    params.set("progressToken", token);
    params.put("progress", number).put("message", doing);
    return message;
  }

  /// A message as bytes, without a line break.
  static byte[] bytes(JsonNode message) {
    return JSON.writeValueAsBytes(message);
  }
}
