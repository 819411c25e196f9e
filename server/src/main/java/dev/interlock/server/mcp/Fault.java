package dev.interlock.server.mcp;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What is wrong with a message, in the protocol's own codes.
///
/// @param data for programs, where the protocol asks for it
record Fault(int code, String message, Optional<JsonNode> data) {
  static final int PARSE = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL = -32603;
  static final int HEADER_MISMATCH = -32020;
  static final int UNSUPPORTED_VERSION = -32022;

  Fault(int code, String message) {
    this(code, message, Optional.empty());
  }

  /// The HTTP status of a refusal where requests stand alone.
  int status() {
    if (code == METHOD_NOT_FOUND) {
      return 404;
    }
    return code == INTERNAL ? 500 : 400;
  }
}
