package dev.interlock.server.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/// Sends whole answers. Thread: any.
final class Replies {
  private Replies() {}

  /// Sends the answer, unless one was sent or nobody is there any more.
  static void send(HttpServerRequest request, Answer answer) {
    var response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(answer.status()).putHeader("Content-Type", answer.contentType());
    answer.headers().forEach(response::putHeader);
    if (request.method().name().equals("HEAD")) {
      response.putHeader("Content-Length", String.valueOf(answer.body().length)).end();
    } else {
      response.end(Buffer.buffer(answer.body()));
    }
  }
}
