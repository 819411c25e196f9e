package dev.interlock.server.search;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import java.util.Optional;

/// How a text's failure at an engine is told to the caller who waits for it.
public final class UpstreamErrors {
  private UpstreamErrors() {}

  /// The refusal for one failed text.
  ///
  /// @param param the field of the caller's request that holds the text
  public static ApiError of(String route, TextOutcome.Failed failed, String param) {
    var message = "route %s: %s".formatted(route, failed.message());
    return switch (failed.fault()) {
      case TOO_LONG ->
          ApiError.invalid(
              "context_length_exceeded", param, message, "send a shorter text, or split it");
      case UNREACHABLE, BUSY ->
          ApiError.unavailable(failed.fault().code(), message, "try again in a moment");
      case TIMEOUT -> timeout(failed.fault(), message);
      case ENGINE_ERROR,
          REFUSED,
          DENIED,
          INVALID_RESPONSE,
          COUNT,
          DIMENSION,
          NOT_FINITE,
          ZERO_VECTOR ->
          ApiError.upstream(failed.fault().code(), message);
    };
  }

  private static ApiError timeout(Fault fault, String message) {
    return new ApiError(504, ErrorType.UPSTREAM_ERROR, fault.code(), message, Optional.empty(), "");
  }
}
