package dev.interlock.server.gate;

import dev.interlock.core.account.Hold;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.server.http.Refused;
import dev.interlock.wire.chat.RetryAfter;
import dev.interlock.wire.openai.ErrorEnvelope.Comeback;
import java.util.Optional;
import java.util.OptionalLong;

/// How what holds an account back is told to a caller of vectors, as chats are told it (C34, C38,
/// C39). Thread: any, pure.
public final class Waits {
  private Waits() {}

  /// The refusal.
  public static Refused refused(Hold hold, String message) {
    var type =
        switch (hold.status()) {
          case 402 -> ErrorType.BUDGET_ERROR;
          case 429 -> ErrorType.RATE_LIMIT_ERROR;
          case 503 -> ErrorType.UNAVAILABLE_ERROR;
          default -> ErrorType.UPSTREAM_ERROR;
        };
    var error = new ApiError(hold.status(), type, hold.code(), message, Optional.empty(), "");
    return new Refused(error, comeback(hold));
  }

  /// A used-up budget says at which time it begins anew, and all else how many seconds to wait.
  private static Comeback comeback(Hold hold) {
    if (hold.status() == 402) {
      return new Comeback(OptionalLong.empty(), hold.until());
    }
    return hold.left()
        .map(RetryAfter::seconds)
        .map(s -> new Comeback(OptionalLong.of(Long.parseLong(s)), Optional.empty()))
        .orElse(Comeback.UNKNOWN);
  }
}
