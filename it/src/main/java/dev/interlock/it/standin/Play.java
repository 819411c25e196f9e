package dev.interlock.it.standin;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// One call, answered act by act. Owner thread: the event loop of its connection.
final class Play {
  private final Ground ground;
  private final HttpServerRequest request;
  private final Tally tally;
  private final Context loop;
  private Iterator<Act> acts = Collections.emptyIterator();
  private boolean over;

  Play(Ground ground, HttpServerRequest request, Tally tally) {
    this.ground = ground;
    this.request = request;
    this.tally = tally;
    this.loop = ground.vertx().getOrCreateContext();
    request.response().closeHandler(_ -> end(true));
    request.response().exceptionHandler(_ -> {});
    request.exceptionHandler(_ -> end(true));
  }

  void begin(List<Act> all) {
    acts = all.iterator();
    go();
  }

  private void go() {
    while (!over && acts.hasNext()) {
      if (!played(acts.next())) {
        return;
      }
    }
  }

  /// Plays one.
  ///
  /// @return whether the next may follow at once
  private boolean played(Act act) {
    var response = request.response();
    return switch (act) {
      case Act.Wait wait -> {
        if (wait.time().isPositive()) {
          ground.time().scheduler().after(wait.time(), () -> loop.runOnContext(_ -> go()));
        }
        yield !wait.time().isPositive();
      }
      case Act.Do todo -> {
        todo.deed().run();
        yield true;
      }
      case Act.Whole whole -> {
        end(false);
        head(whole.status(), whole.headers());
        response.end(Buffer.buffer(whole.body()));
        yield false;
      }
      case Act.Head head -> {
        head(head.status(), head.headers());
        response.setChunked(!head.headers().containsKey("content-length"));
        response.writeHead().onComplete(_ -> go());
        yield false;
      }
      case Act.Piece piece -> {
        response.write(Buffer.buffer(piece.bytes())).onComplete(_ -> go());
        yield false;
      }
      case Act.End last -> {
        end(false);
        response.end(Buffer.buffer(last.bytes()));
        yield false;
      }
      case Act.Cut _ -> {
        end(false);
        request.connection().close();
        yield false;
      }
      case Act.Silence _ -> false;
    };
  }

  private void head(int status, Map<String, String> headers) {
    tally.said(status);
    request.response().setStatusCode(status);
    headers.forEach(request.response()::putHeader);
  }

  private void end(boolean byCaller) {
    if (!over) {
      over = true;
      tally.ended(byCaller);
    }
  }
}
