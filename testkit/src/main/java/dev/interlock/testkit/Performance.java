package dev.interlock.testkit;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/// One request being answered as its script says. Owner thread: the stub's event loop.
final class Performance {
  private final HttpServerRequest incoming;
  private final Request request;
  private final Journal journal;
  private final Context loop;
  private boolean over;

  Performance(HttpServerRequest incoming, Request request, Journal journal, Context loop) {
    this.incoming = incoming;
    this.request = request;
    this.journal = journal;
    this.loop = loop;
    incoming.response().closeHandler(_ -> end(true));
  }

  void perform(Reply reply) {
    switch (reply) {
      case Reply.Vectors vectors ->
          perform(
              request
                  .call()
                  .map(call -> Reply.json(AnswerText.of(call, vectors)))
                  .orElseGet(() -> Reply.status(400, "no embedding call")));
      case Reply.Status status -> send(status);
      case Reply.Cut cut -> sendPart(cut.body(), cut.bytes()).onComplete(_ -> close());
      case Reply.Stall stall -> sendPart(stall.body(), stall.bytes());
      case Reply.Drop _ -> close();
      case Reply.Hang _ -> {}
      case Reply.Held held ->
          held.until().whenComplete((_, _) -> loop.runOnContext(_ -> resume(held.then())));
    }
  }

  /// The caller may have left while the reply was held.
  private void resume(Reply reply) {
    if (!over) {
      perform(reply);
    }
  }

  private void send(Reply.Status status) {
    end(false);
    var response = incoming.response().setStatusCode(status.code());
    status.headers().forEach(response::putHeader);
    response.end(status.body());
  }

  private Future<Void> sendPart(String body, int bytes) {
    var whole = Buffer.buffer(body);
    return incoming
        .response()
        .putHeader("content-length", Integer.toString(whole.length()))
        .write(whole.slice(0, bytes));
  }

  private void close() {
    end(false);
    incoming.connection().close();
  }

  /// Ends before the first byte is written, so that the next request never finds this one still
  /// under way.
  private void end(boolean byCaller) {
    if (!over) {
      over = true;
      journal.ended(byCaller);
    }
  }
}
