package dev.interlock.testkit;

import dev.interlock.wire.openai.EmbeddingsCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One request as a scripted engine saw it.
///
/// @param number 1 for the first since the engine was first started
/// @param method the HTTP method
/// @param path the path, such as `/v1/embeddings`
/// @param headers by lower-case name
/// @param body the bytes of the body
/// @param call the body as an embedding call; empty if it is none
/// @param parallel requests under way as it came, itself included
public record Request(
    int number,
    String method,
    String path,
    Map<String, String> headers,
    byte[] body,
    Optional<EmbeddingsCall> call,
    int parallel) {
  public Request {
    headers = Map.copyOf(headers);
  }

  /// The texts to embed; none if the body was no embedding call.
  public List<String> texts() {
    return call.map(EmbeddingsCall::inputs).orElse(List.of());
  }

  /// The body as text.
  public String json() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
