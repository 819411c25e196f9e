package dev.interlock.it.standin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An error in OpenRouter's shape (wire-formats §2.10).
///
/// @param type `metadata.error_type`, the stable word
/// @param metadata more of it
/// @param beside fields beside `error.message`, such as `availability`
record Refusal(
    int status,
    String type,
    String message,
    Map<String, Object> metadata,
    Map<String, Object> beside,
    Map<String, String> headers) {

  static Refusal of(int status, String type, String message) {
    return new Refusal(status, type, message, Map.of(), Map.of(), Map.of());
  }

  Refusal withMetadata(Map<String, Object> more) {
    return new Refusal(status, type, message, more, beside, headers);
  }

  Refusal beside(Map<String, Object> more) {
    return new Refusal(status, type, message, metadata, more, headers);
  }

  Refusal withHeaders(Map<String, String> more) {
    return new Refusal(status, type, message, metadata, beside, more);
  }

  /// The value of `error`.
  Map<String, Object> error() {
    var all = new LinkedHashMap<String, Object>();
    all.put("error_type", type);
    all.putAll(metadata);
    var error = Json.of("code", status, "message", message, "metadata", all);
    error.putAll(beside);
    return error;
  }

  List<Act> acts() {
    return List.of(
        new Act.Whole(
            status, headers, Json.bytes(Json.of("error", error(), "user_id", "user_standin"))));
  }
}
