package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Hold;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.core.profile.Fault;
import dev.interlock.wire.chat.UpstreamRefusal;
import java.time.Duration;
import java.util.Optional;

/// Why an attempt failed, and how it would be told to the caller.
///
/// @param status the status for the caller
/// @param code the code for the caller
/// @param words what happened at the route, a clause for people
/// @param param the caller's field that is to blame
/// @param asked how long the upstream asks to be left alone
public record Failure(
    Fault fault,
    int status,
    String code,
    String words,
    Optional<String> param,
    Optional<Duration> asked) {

  private static final String PROVIDERS = "upstream_rate_limited";

  /// A failure that its fault says all of.
  public static Failure of(Fault fault, String words) {
    return new Failure(
        fault, fault.status(), fault.code(), words, Optional.empty(), Optional.empty());
  }

  /// An answer with another status than 200.
  public static Failure of(UpstreamRefusal refusal, Head head, Optional<Duration> asked) {
    var advice = head.key().advice(head.status());
    var words =
        "answered %d%s%s"
            .formatted(
                head.status(),
                refusal.message().isEmpty() ? "" : ": " + refusal.message(),
                advice.isEmpty() ? "" : "; " + advice);
    return new Failure(
        refusal.fault(), refusal.status(), refusal.code(), words, refusal.param(), asked);
  }

  /// The route's API has no words for what is asked.
  public static Failure unfit(ApiError error) {
    return new Failure(
        Fault.REFUSED,
        error.status(),
        error.code(),
        "was not asked: " + error.message(),
        error.param(),
        Optional.empty());
  }

  /// The same without what went out with the call, which an engine may repeat.
  public Failure without(Credential key) {
    return key.present()
        ? new Failure(fault, status, code, key.without(words), param.map(key::without), asked)
        : this;
  }

  /// The same as something else: what its words say is not changed.
  public Failure as(Fault other, int otherStatus, String otherCode) {
    return new Failure(other, otherStatus, otherCode, words, param, asked);
  }

  /// The same for the reason that its account has: a limit of the provider's is never told as one
  /// of ours (C38), and a refused key of ours is no fault of the caller's (C46).
  public Failure held(Hold hold) {
    var instead =
        switch (hold.kind()) {
          case PAUSE -> hold.code().equals(PROVIDERS) ? Fault.BUSY : Fault.WITHHELD;
          case CREDIT -> Fault.OUT_OF_CREDIT;
          case BUDGET -> Fault.WITHHELD;
          case CLOSED -> hold.status() == 502 ? Fault.DENIED : Fault.WITHHELD;
        };
    return new Failure(instead, hold.status(), hold.code(), words, param, hold.left());
  }

  /// As the caller is told.
  public ApiError error(String route) {
    return new ApiError(status, type(), code, "route %s %s".formatted(route, words), param, hint());
  }

  private ErrorType type() {
    return switch (status) {
      case 400, 413, 422 -> ErrorType.INVALID_REQUEST_ERROR;
      case 402 -> ErrorType.BUDGET_ERROR;
      case 429 -> ErrorType.RATE_LIMIT_ERROR;
      case 503 -> ErrorType.UNAVAILABLE_ERROR;
      default -> ErrorType.UPSTREAM_ERROR;
    };
  }

  private String hint() {
    return switch (fault) {
      case BUSY, UNAVAILABLE -> "try again later";
      case OVERFLOW -> "send less, or ask a profile with a larger context";
      case MISMATCH -> "see accept of the route, or what its host really runs";
      case DENIED -> "see the route's host and model";
      case UNREACHABLE,
          UNKNOWN_HOST,
          RESET,
          TIMEOUT,
          ERROR,
          OUT_OF_CREDIT,
          INVALID_RESPONSE,
          EMPTY_ANSWER,
          CLOSED,
          INCOMPLETE,
          STALLED,
          REFUSED,
          WITHHELD ->
          "";
    };
  }
}
