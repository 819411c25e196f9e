package dev.interlock.server.http;

import dev.interlock.core.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// A caller's body, read once and bounded by [HttpFront#MAX_BODY]. Owner thread: the event loop.
public final class Body {
  private static final byte[] NOTHING = {};

  private final HttpServerRequest request;
  private byte[] bytes = NOTHING;
  private int length;
  private boolean tooLarge;

  public Body(HttpServerRequest request) {
    this.request = request;
  }

  /// Reads it.
  ///
  /// @param whole gets all of it, unless it is too large
  /// @param refused is told once if it is, before it has ended
  public void read(Consumer<byte[]> whole, Consumer<ApiError> refused) {
    request.handler(
        part -> {
          if (length + part.length() <= HttpFront.MAX_BODY) {
            append(part);
          } else if (!tooLarge) {
            tooLarge = true;
            refused.accept(Refusals.tooLarge());
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
}
