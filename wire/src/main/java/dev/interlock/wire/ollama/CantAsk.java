package dev.interlock.wire.ollama;

import dev.interlock.core.error.ApiError;

/// Leaves the translation of a call from any depth; never seen outside [ChatAsk#of].
final class CantAsk extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final transient ApiError error;

  private CantAsk(ApiError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  /// Nothing in `/api/chat` says this.
  static CantAsk unsupported(String param, String what) {
    return new CantAsk(
        ApiError.invalid(
            "unsupported_parameter",
            param,
            what + ", which Ollama's own /api/chat can't be asked for",
            ""));
  }

  /// It is not what OpenAI's API takes there.
  static CantAsk invalid(String param, String message) {
    return new CantAsk(ApiError.invalid("invalid_value", param, message, ""));
  }

  ApiError error() {
    return error;
  }
}
