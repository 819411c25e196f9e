package dev.interlock.it.standin;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A request as it came.
///
/// @param path without the query
/// @param query its parameters
/// @param headers by lower-case name
record Incoming(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    byte[] body) {

  /// The body, where it is JSON.
  Optional<JsonNode> json() {
    return Json.tree(body);
  }

  /// The key behind `Bearer`, where there is one.
  Optional<String> key() {
    var value = headers.getOrDefault("authorization", "");
    return value.startsWith("Bearer ") && !value.substring(7).isBlank()
        ? Optional.of(value.substring(7).strip())
        : Optional.empty();
  }
}
