package dev.interlock.server.http;

import java.util.Map;
import java.util.Optional;

/// A request as an endpoint sees it.
///
/// @param path the path, decoded
/// @param parts values of the path's `{name}` parts
/// @param query values of the query string, the first of each name
/// @param body the whole body, empty where there is none
public record Call(String path, Map<String, String> parts, Map<String, String> query, byte[] body) {
  /// A part of the path.
  ///
  /// @throws IllegalArgumentException if the path has no such part
  public String part(String name) {
    return Optional.ofNullable(parts.get(name))
        .orElseThrow(() -> new IllegalArgumentException("the path has no part " + name));
  }

  /// A value of the query string.
  public Optional<String> query(String name) {
    return Optional.ofNullable(query.get(name));
  }
}
