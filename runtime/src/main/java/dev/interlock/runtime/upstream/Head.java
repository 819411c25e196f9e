package dev.interlock.runtime.upstream;

import dev.interlock.wire.chat.RetryAfter;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.Optional;

/// The head of an engine's answer.
///
/// @param status the HTTP status
/// @param retryAfter `Retry-After`, as it stands
/// @param date `Date`, as it stands
/// @param generation the provider's own id of the call, where its head tells it (wire-formats §2.2)
/// @param key what went out with the call, to keep it out of what is told of a refusal
public record Head(
    int status,
    Optional<String> retryAfter,
    Optional<String> date,
    Optional<String> generation,
    Credential key) {
  /// How long the engine asks to be left alone, where it says so in a form that can be read.
  public Optional<Duration> asked() {
    return retryAfter.flatMap(value -> RetryAfter.parse(value, date.orElse("")));
  }

  static Head of(HttpClientResponse response, Credential key) {
    return new Head(
        response.statusCode(),
        Optional.ofNullable(response.getHeader("retry-after")),
        Optional.ofNullable(response.getHeader("date")),
        Optional.ofNullable(response.getHeader("x-generation-id")),
        key);
  }
}
