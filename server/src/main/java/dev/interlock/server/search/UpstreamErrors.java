package dev.interlock.server.search;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.server.gate.Waits;
import dev.interlock.server.http.Refused;
import java.util.Optional;

/// How a text's failure at an engine is told to the caller who waits for it.
public final class UpstreamErrors {
  private UpstreamErrors() {}

  /// The refusal for one failed text. What stands in the way of a route's account is told as chats
  /// are told it.
  ///
  /// @param param the field of the caller's request that holds the text
  public static Refused of(String route, TextOutcome.Failed failed, String param) {
    return failed
        .hold()
        .map(hold -> Waits.refused(hold, "route %s: %s".formatted(route, failed.message())))
        .orElseGet(() -> new Refused(error(route, failed, param)));
  }

  private static ApiError error(String route, TextOutcome.Failed failed, String param) {
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
          WITHHELD,
          MISMATCH,
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
