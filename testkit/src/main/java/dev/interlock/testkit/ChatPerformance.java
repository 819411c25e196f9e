package dev.interlock.testkit;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Iterator;

/// One request being answered act by act. Owner thread: the stub's event loop.
final class ChatPerformance {
  private final HttpServerRequest incoming;
  private final Journal journal;
  private final Context loop;
  private final Iterator<ChatReply.Act> acts;
  private boolean over;

  ChatPerformance(HttpServerRequest incoming, ChatReply reply, Journal journal, Context loop) {
    this.incoming = incoming;
    this.journal = journal;
    this.loop = loop;
    this.acts = reply.acts().iterator();
    incoming.response().closeHandler(_ -> end(true));
    incoming.response().exceptionHandler(_ -> {});
  }

  /// The caller may leave between any two acts.
  void perform() {
    if (!over && acts.hasNext()) {
      perform(acts.next());
    }
  }

  private void perform(ChatReply.Act act) {
    var response = incoming.response();
    switch (act) {
      case ChatReply.Act.Head head -> {
        response.setStatusCode(head.status()).setChunked(true);
        head.headers().forEach(response::putHeader);
        response.writeHead().onComplete(_ -> wrote());
      }
      case ChatReply.Act.Bytes bytes ->
          response.write(Buffer.buffer(bytes.bytes())).onComplete(_ -> wrote());
      case ChatReply.Act.Until until ->
          until.stage().whenComplete((_, _) -> loop.runOnContext(_ -> perform()));
      case ChatReply.Act.End _ -> {
        end(false);
        response.end();
      }
      case ChatReply.Act.Close _ -> {
        end(false);
        incoming.connection().close();
      }
    }
  }

  private void wrote() {
    journal.wrote();
    perform();
  }

  private void end(boolean byCaller) {
    if (!over) {
      over = true;
      journal.ended(byCaller);
    }
  }
}
