package dev.interlock.server.gateway;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.error.ErrorType;
import dev.interlock.core.time.WallClock;
import dev.interlock.server.profiles.Shown;
import dev.interlock.wire.chat.RetryAfter;
import dev.interlock.wire.openai.ErrorEnvelope;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/// The caller's end of an exchange: whether it is still there, and what it is sent. Owner thread:
/// the event loop.
final class CallerSide {
  private static final Buffer EVENT = Buffer.buffer("data: ");
  private static final Buffer EVENT_END = Buffer.buffer("\n\n");

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final WallClock wall;
  private boolean begun;
  private boolean left;

  CallerSide(HttpServerRequest request, WallClock wall) {
    this.request = request;
    this.wall = wall;
    this.response = request.response();
  }

  /// Tells once or more often when the caller has left, also while nothing is written.
  void onLeft(Runnable then) {
    Runnable leave =
        () -> {
          left = true;
          then.run();
        };
    request.exceptionHandler(_ -> leave.run());
    response.closeHandler(_ -> leave.run());
    response.exceptionHandler(_ -> leave.run());
  }

  Optional<String> project() {
    return Optional.ofNullable(request.getHeader("x-interlock-project"))
        .map(Shown::line)
        .filter(p -> !p.isBlank());
  }

  /// Whether the caller has been sent something.
  boolean begun() {
    return begun;
  }

  /// @param wait before then coming again is in vain; of a used-up budget that is told as the time
  ///   at which it begins anew, and of all else as `Retry-After` (C39)
  void refuse(ApiError error, Optional<Duration> wait, Headers headers) {
    begun = true;
    if (gone()) {
      return;
    }
    headers.put(response);
    var comeback = comeback(error, wait);
    comeback
        .seconds()
        .ifPresent(seconds -> response.putHeader("retry-after", Long.toString(seconds)));
    if (error.status() == 413 || error.status() == 408) {
      response.putHeader("connection", "close");
    }
    response
        .setStatusCode(error.status())
        .putHeader("content-type", "application/json")
        .end(Buffer.buffer(ErrorEnvelope.encode(error, comeback)));
  }

  private ErrorEnvelope.Comeback comeback(ApiError error, Optional<Duration> wait) {
    if (error.status() != 402) {
      var seconds = wait.map(RetryAfter::seconds).map(Long::parseLong);
      return new ErrorEnvelope.Comeback(
          seconds.isPresent() ? OptionalLong.of(seconds.get()) : OptionalLong.empty(),
          Optional.empty());
    }
    return new ErrorEnvelope.Comeback(
        OptionalLong.empty(),
        wait.map(left -> wall.now().plus(left).plusMillis(500).truncatedTo(ChronoUnit.SECONDS)));
  }

  void whole(Buffer body, String contentType, Headers headers) {
    begun = true;
    if (!gone()) {
      headers.put(response);
      response.putHeader("content-type", contentType).end(body);
    }
  }

  /// Begins a stream.
  void begin(Headers headers) {
    begun = true;
    if (!gone()) {
      headers.put(response);
      response
          .setChunked(true)
          .putHeader("content-type", "text/event-stream")
          .putHeader("cache-control", "no-cache")
          .putHeader("x-accel-buffering", "no");
      ChunkFrames.begin(request.connection());
    }
  }

  /// Sends bytes of a stream; says whether the caller can't take more for now.
  boolean pass(Buffer bytes) {
    if (left) {
      return false;
    }
    response.write(bytes);
    return response.writeQueueFull();
  }

  void onDrained(Runnable drained) {
    response.drainHandler(_ -> drained.run());
  }

  /// Ends a stream with these bytes.
  void end(Buffer last) {
    if (!gone()) {
      response.end(last);
    }
  }

  /// Ends a stream that is not whole: by an error event, and never in order, so that nobody takes
  /// half an answer for a whole one.
  void breakOff(ApiError error) {
    if (!gone()) {
      response
          .write(
              Buffer.buffer()
                  .appendBuffer(EVENT)
                  .appendBytes(ErrorEnvelope.encode(error))
                  .appendBuffer(EVENT_END))
          .onComplete(_ -> response.reset());
    }
  }

  /// The body did not come in time.
  void tooSlow() {
    refuse(
        new ApiError(
            408,
            ErrorType.INVALID_REQUEST_ERROR,
            "body_too_slow",
            "the body did not come within 60 s",
            Optional.empty(),
            ""),
        Optional.empty(),
        Headers.NONE);
  }

  private boolean gone() {
    return response.closed() || response.ended();
  }
}
