package dev.interlock.server.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A [Stream] over a Vert.x response. A part is on its way when the one before it has been taken by
/// the socket, so a slow reader holds its writer back.
final class VertxStream implements Stream {
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Object lock = new Object();
  private final List<Runnable> farewells = new ArrayList<>();
  private Future<Void> last = Future.succeededFuture();
  private boolean left;

  /// Made on the event loop, before the body is read.
  VertxStream(HttpServerRequest request) {
    this.request = request;
    this.response = request.response();
    response.closeHandler(_ -> leave());
    response.exceptionHandler(_ -> leave());
  }

  private void leave() {
    List<Runnable> told;
    synchronized (lock) {
      left = true;
      told = List.copyOf(farewells);
      farewells.clear();
    }
    told.forEach(Runnable::run);
  }

  @Override
  public void begin(String contentType, Map<String, String> headers) {
    response.setChunked(true).putHeader("Content-Type", contentType);
    headers.forEach(response::putHeader);
    last = response.writeHead();
  }

  @Override
  public void answer(Answer answer) {
    Replies.send(request, answer);
  }

  @Override
  public boolean send(byte[] part) {
    if (gone() || !taken(last)) {
      return false;
    }
    try {
      last = response.write(Buffer.buffer(part));
      return true;
    } catch (IllegalStateException e) {
      // The caller left between the look and the write.
      return false;
    }
  }

  private static boolean taken(Future<Void> write) {
    return write.map(true).otherwise(false).await();
  }

  @Override
  public boolean gone() {
    synchronized (lock) {
      return left || response.closed();
    }
  }

  @Override
  public void onGone(Runnable action) {
    synchronized (lock) {
      if (!left) {
        farewells.add(action);
        return;
      }
    }
    action.run();
  }

  @Override
  public void end() {
    if (!gone() && !response.ended()) {
      response.end();
    }
  }

  /// The endpoint broke: an answer, if none has begun, else an end that nobody takes for a whole
  /// one.
  void broken(Answer answer) {
    if (response.headWritten()) {
      response.reset();
    } else {
      answer(answer);
    }
  }
}
