package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.openai.ErrorEnvelope;
import java.util.HashMap;
import java.util.Map;

/// A whole answer.
///
/// @param headers beside content type and length
public record Answer(int status, String contentType, Map<String, String> headers, byte[] body) {
  private static final String JSON = "application/json";

  public Answer {
    headers = Map.copyOf(headers);
  }

  /// A JSON body.
  public static Answer json(int status, byte[] body) {
    return new Answer(status, JSON, Map.of(), body);
  }

  /// A value as JSON.
  public static Answer json(int status, Object value) {
    return json(status, Json.bytes(value));
  }

  /// A refusal in the one envelope.
  public static Answer of(ApiError error) {
    return json(error.status(), ErrorEnvelope.encode(error));
  }

  /// A refusal that says when it is worth to ask again (C39).
  public static Answer of(Refused refused) {
    var body = ErrorEnvelope.encode(refused.error(), refused.comeback());
    var answer = json(refused.error().status(), body);
    var seconds = refused.comeback().seconds();
    return seconds.isPresent()
        ? answer.with("retry-after", Long.toString(seconds.getAsLong()))
        : answer;
  }

  /// The same answer with one header more.
  public Answer with(String header, String value) {
    var more = new HashMap<>(headers);
    more.put(header, value);
    return new Answer(status, contentType, more, body);
  }
}
