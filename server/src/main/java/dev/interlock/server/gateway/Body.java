package dev.interlock.server.gateway;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.server.http.HttpFront;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// A caller's body, read once and bounded. Owner thread: the event loop.
final class Body {
  private static final byte[] NOTHING = {};

  private final HttpServerRequest request;
  private byte[] bytes = NOTHING;
  private int length;
  private boolean tooLarge;

  Body(HttpServerRequest request) {
    this.request = request;
  }

  void read(Consumer<byte[]> whole, Consumer<ApiError> refused) {
    request.handler(
        part -> {
          if (length + part.length() <= HttpFront.MAX_BODY) {
            append(part);
          } else if (!tooLarge) {
            tooLarge = true;
            refused.accept(tooLarge());
          }
        });
    request.endHandler(
        _ -> {
          if (!tooLarge) {
            whole.accept(bytes.length == length ? bytes : Arrays.copyOf(bytes, length));
          }
        });
  }

  /// Room for all of it at once, where the length is announced.
  private void append(Buffer part) {
    int needed = length + part.length();
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, Math.max(announced(), 2 * length)));
    }
    part.getBytes(bytes, length);
    length = needed;
  }

  private int announced() {
    try {
      var header = Optional.ofNullable(request.getHeader("content-length")).orElse("0");
      return Math.clamp(Long.parseLong(header), 0, HttpFront.MAX_BODY);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static ApiError tooLarge() {
    return new ApiError(
        413,
        ErrorType.INVALID_REQUEST_ERROR,
        "body_too_large",
        "the body is longer than %d bytes".formatted(HttpFront.MAX_BODY),
        Optional.empty(),
        "send less in one call");
  }
}
