package dev.interlock.wire.openai;

import java.util.Optional;
import tools.jackson.core.JacksonException;

/// `{"version": "..."}`, as vLLM tells it at `/version` and Ollama at `/api/version`.
public final class ServerVersion {
  private ServerVersion() {}

  /// The version; empty if the body tells none.
  public static Optional<String> decode(byte[] body) {
    try {
      return Optional.of(Json.tree(body).path("version").asString("")).filter(v -> !v.isBlank());
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }
}
