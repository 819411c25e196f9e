package dev.interlock.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/// What a scripted engine does with one request. Each fault of the field cases is one of these.
public sealed interface Reply {
  /// An embedding answer in the encoding that was asked for, with an index each.
  ///
  /// @param vectors as they shall be sent: any number, any widths; NaN is written as `null`,
  ///   infinite as 1e39
  /// @param model the answer's model field; the one asked for where empty
  /// @param more further fields as JSON, such as `"provider":"Harbour"`; a `usage` among them comes
  ///   in place of the counted one
  record Vectors(List<float[]> vectors, Optional<String> model, Map<String, String> more)
      implements Reply {
    public Vectors {
      vectors = List.copyOf(vectors);
      more = Map.copyOf(more);
    }

    public Vectors(List<float[]> vectors, Optional<String> model) {
      this(vectors, model, Map.of());
    }

    /// The same with one field more.
    public Vectors with(String field, String json) {
      var fields = new HashMap<>(more);
      fields.put(field, json);
      return new Vectors(vectors, model, fields);
    }
  }

  /// Any status and body.
  record Status(int code, String body, Map<String, String> headers) implements Reply {
    public Status {
      headers = Map.copyOf(headers);
    }
  }

  /// A whole head with the body's length, the first bytes of the body, and the connection is
  /// closed.
  record Cut(String body, int bytes) implements Reply {}

  /// As [Cut], but the connection stays open and nothing more comes.
  record Stall(String body, int bytes) implements Reply {}

  /// The connection is closed without a byte.
  record Drop() implements Reply {}

  /// Nothing, for ever.
  record Hang() implements Reply {}

  /// Nothing until the test completes the stage, then another reply.
  record Held(CompletionStage<?> until, Reply then) implements Reply {}

  /// These vectors, the model that was asked for.
  static Reply vectors(List<float[]> vectors) {
    return new Vectors(vectors, Optional.empty());
  }

  /// A status with an error body in OpenAI's shape.
  static Reply status(int code, String message) {
    return new Status(
        code,
        "{\"error\":{\"message\":\"%s\",\"type\":\"stub\",\"param\":null,\"code\":null}}"
            .formatted(message),
        Map.of("content-type", "application/json"));
  }

  /// A 200 with this body as JSON.
  static Reply json(String body) {
    return new Status(200, body, Map.of("content-type", "application/json"));
  }
}
