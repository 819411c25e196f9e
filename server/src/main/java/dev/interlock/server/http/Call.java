package dev.interlock.server.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request as an endpoint sees it.
///
/// @param request its id in the ledger; empty at an endpoint that makes no row
/// @param path the path, decoded
/// @param parts values of the path's `{name}` parts
/// @param query values of the query string, the first of each name
/// @param headers the first value of each header, by its name in lower case
/// @param body the whole body, empty where there is none
/// @param confidential whether nobody on a network could read it: it came over TLS, or from this
///   machine
public record Call(
    String request,
    String path,
    Map<String, String> parts,
    Map<String, String> query,
    Map<String, String> headers,
    byte[] body,
    boolean confidential) {

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

  /// A header's first value, whatever the case of its name.
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }
}
