package dev.interlock.core.error;

import java.util.Optional;

/// A refusal as a caller sees it: one form for every surface.
///
/// @param status the HTTP status
/// @param type the kind
/// @param code the stable word for programs, such as `index_not_built`
/// @param message what was wrong and where
/// @param param the offending field, where there is one
/// @param hint what to do about it; empty where the message says it all
public record ApiError(
    int status, ErrorType type, String code, String message, Optional<String> param, String hint) {

  /// 400: the request is wrong in the field `param`.
  public static ApiError invalid(String code, String param, String message, String hint) {
    return new ApiError(
        400, ErrorType.INVALID_REQUEST_ERROR, code, message, Optional.of(param), hint);
  }

  /// 404: there is no such thing.
  public static ApiError notFound(String code, String message, String hint) {
    return new ApiError(404, ErrorType.NOT_FOUND_ERROR, code, message, Optional.empty(), hint);
  }

  /// 409: the request does not fit the state of the index.
  public static ApiError conflict(String code, String message, String hint) {
    return new ApiError(409, ErrorType.CONFLICT_ERROR, code, message, Optional.empty(), hint);
  }

  /// 502: an upstream failed or answered nonsense.
  public static ApiError upstream(String code, String message) {
    return new ApiError(502, ErrorType.UPSTREAM_ERROR, code, message, Optional.empty(), "");
  }

  /// 503: nothing may serve this now.
  public static ApiError unavailable(String code, String message, String hint) {
    return new ApiError(503, ErrorType.UNAVAILABLE_ERROR, code, message, Optional.empty(), hint);
  }
}
