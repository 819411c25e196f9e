package dev.interlock.testkit;

import io.vertx.core.Context;
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
      case Reply.Cut cut -> cut(cut);
      case Reply.Drop _ -> close();
      case Reply.Hang _ -> {}
      case Reply.Held held ->
          held.until().whenComplete((_, _) -> loop.runOnContext(_ -> perform(held.then())));
    }
  }

  private void send(Reply.Status status) {
    if (over) {
      return;
    }
    end(false);
    var response = incoming.response().setStatusCode(status.code());
    status.headers().forEach(response::putHeader);
    response.end(status.body());
  }

  private void cut(Reply.Cut cut) {
    if (over) {
      return;
    }
    end(false);
    var whole = Buffer.buffer(cut.body());
    incoming
        .response()
        .putHeader("content-length", Integer.toString(whole.length()))
        .write(whole.slice(0, cut.bytes()))
        .onComplete(_ -> close());
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
