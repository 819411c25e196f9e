package dev.interlock.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The upstream of the relay bench: answers at once, whole or in chunks at a common pace.
///
/// Owner thread: its event loop.
final class RelayStub implements AutoCloseable {
  /// The model that it serves and names.
  static final String MODEL = "stub-1";

  /// Chunks with content in a stream.
  static final int CHUNKS = 100;

  /// A field that asks for a chunk now and then only.
  static final String SLOW = "\"slow\":true";

  /// A field that asks for no answer at all.
  static final String SILENT = "\"silent\":true";

  private static final int SLOW_BEATS = 1_000;
  private static final String DELTA =
      "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\""
          + MODEL
          + "\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"some more words \"},"
          + "\"finish_reason\":null}]}\n\n";
  private static final String LAST =
      "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\""
          + MODEL
          + "\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: [DONE]\n\n";
  private static final Buffer WHOLE =
      Buffer.buffer(
          "{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\""
              + MODEL
              + "\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
              + "some more words ".repeat(40)
              + "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":400,"
              + "\"completion_tokens\":120,\"total_tokens\":520}}");

  private final HttpServer server;
  private final Deque<Flow> flows = new ArrayDeque<>();
  private final BlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();
  private final BlockingQueue<Long> departures = new LinkedBlockingQueue<>();

  /// One stream under way.
  private static final class Flow {
    private final HttpServerResponse response;
    private final int beatsApart;
    private int beats;
    private int sent;
    private boolean gone;

    Flow(HttpServerResponse response, int beatsApart) {
      this.response = response;
      this.beatsApart = beatsApart;
      response.exceptionHandler(_ -> gone = true);
      response.closeHandler(_ -> gone = true);
    }

    /// Whether it goes on.
    boolean next() {
      if (gone) {
        return false;
      }
      if (beats++ % beatsApart != 0) {
        return true;
      }
      if (sent++ < CHUNKS) {
        response.write(DELTA);
        return true;
      }
      response.end(LAST);
      return false;
    }
  }

  private RelayStub(HttpServer server) {
    this.server = server;
  }

  /// A stub on a free port.
  ///
  /// @param paceMillis between two chunks of every stream
  static RelayStub start(Vertx vertx, long paceMillis) {
    var server = vertx.createHttpServer(new HttpServerOptions().setTcpNoDelay(true));
    var stub = new RelayStub(server);
    server.requestHandler(stub::take);
    vertx.setPeriodic(paceMillis, _ -> stub.beat());
    server.listen(0, "127.0.0.1").await();
    return stub;
  }

  int port() {
    return server.actualPort();
  }

  /// When a call came that asked for little or nothing, one after the other.
  BlockingQueue<Long> arrivals() {
    return arrivals;
  }

  /// When the connection of such a call was closed before its answer was whole.
  BlockingQueue<Long> departures() {
    return departures;
  }

  private void take(HttpServerRequest request) {
    request.exceptionHandler(_ -> {});
    request.body().onSuccess(body -> answer(request, body));
  }

  private void answer(HttpServerRequest request, Buffer body) {
    var response = request.response();
    var words = body.toString();
    if (words.contains(SLOW) || words.contains(SILENT)) {
      request.connection().closeHandler(_ -> departures.add(System.nanoTime()));
      arrivals.add(System.nanoTime());
    }
    if (words.contains(SILENT)) {
      return;
    }
    if (!words.contains("\"stream\":true")) {
      response.putHeader("Content-Type", "application/json").end(WHOLE);
      return;
    }
    response.setChunked(true).putHeader("Content-Type", "text/event-stream");
    flows.add(new Flow(response, words.contains(SLOW) ? SLOW_BEATS : 1));
  }

  private void beat() {
    for (Iterator<Flow> all = flows.iterator(); all.hasNext(); ) {
      if (!all.next().next()) {
        all.remove();
      }
    }
  }

  @Override
  public void close() {
    server.close().await();
  }
}
