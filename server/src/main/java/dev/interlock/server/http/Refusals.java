package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import java.util.Optional;

/// What the front itself refuses. Thread: any, pure.
final class Refusals {
  private Refusals() {}

  static ApiError unknownPath(String path) {
    return ApiError.notFound("no_such_endpoint", "nothing answers at " + path, "");
  }

  static ApiError wrongMethod(String method, String path) {
    return new ApiError(
        405,
        ErrorType.INVALID_REQUEST_ERROR,
        "method_not_allowed",
        "%s is not answered at %s".formatted(method, path),
        Optional.empty(),
        "");
  }

  static ApiError tooLarge() {
    return new ApiError(
        413,
        ErrorType.INVALID_REQUEST_ERROR,
        "body_too_large",
        "the body is longer than %d bytes".formatted(HttpFront.MAX_BODY),
        Optional.empty(),
        "send less in one call");
  }

  static ApiError broken() {
    return new ApiError(
        500,
        ErrorType.INTERNAL_ERROR,
        "internal_error",
        "the server broke while it answered; its log says where",
        Optional.empty(),
        "");
  }
}
