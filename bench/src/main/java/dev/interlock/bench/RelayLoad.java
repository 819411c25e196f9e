package dev.interlock.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// Callers of a chat completion, each asking again as soon as it is answered.
///
/// Thread: the bench's; the calls run on event loops.
final class RelayLoad implements AutoCloseable {
  private static final int MOST = 1_100;

  private final Vertx vertx;
  private final HttpClient client;
  private final int port;
  private final Buffer body;
  private volatile String failure = "";

  /// @param port of whoever is asked
  /// @param body what every caller sends
  RelayLoad(Vertx vertx, int port, Buffer body) {
    this.vertx = vertx;
    this.port = port;
    this.body = body;
    this.client =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setKeepAlive(true).setTcpNoDelay(true))
            .with(new PoolOptions().setHttp1MaxSize(MOST).setMaxWaitQueueSize(0))
            .build();
  }

  /// What came of it.
  ///
  /// @param answered calls that ended with status 200
  /// @param failed all others
  /// @param failure what became of the first of those, empty if there is none
  /// @param seconds how long they were made
  record Done(long answered, long failed, String failure, double seconds) {
    double rate() {
      return answered / seconds;
    }
  }

  /// Runs callers for a time.
  Done run(int callers, double seconds) {
    var answered = new LongAdder();
    var failed = new LongAdder();
    var over = new AtomicBoolean();
    var ends = new ArrayList<Future<?>>();
    long start = System.nanoTime();
    for (int i = 0; i < callers; i++) {
      var end = Promise.<Void>promise();
      ends.add(end.future());
      again(answered, failed, over, end);
    }
    vertx.timer((long) (seconds * 1_000)).await();
    over.set(true);
    Future.all(ends).await();
    return new Done(answered.sum(), failed.sum(), failure, (System.nanoTime() - start) / 1e9);
  }

  private void again(LongAdder answered, LongAdder failed, AtomicBoolean over, Promise<Void> end) {
    call()
        .onComplete(
            status -> {
              if (status.succeeded() && status.result() == 200) {
                answered.increment();
              } else {
                failed.increment();
                failure = failure.isEmpty() ? String.valueOf(status) : failure;
              }
              if (over.get()) {
                end.complete();
              } else {
                again(answered, failed, over, end);
              }
            });
  }

  private Future<Integer> call() {
    return open().compose(response -> response.end().map(response.statusCode()));
  }

  private Future<HttpClientResponse> open() {
    return client
        .request(request())
        .compose(
            sent -> {
              sent.putHeader("Content-Type", "application/json");
              return sent.send(body);
            });
  }

  private RequestOptions request() {
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setHost("127.0.0.1")
        .setPort(port)
        .setURI("/v1/chat/completions");
  }

  /// Opens streams and leaves them open; returns once each has had its first part.
  void hold(int streams) {
    var begun = new ArrayList<Future<?>>();
    for (int i = 0; i < streams; i++) {
      var first = Promise.<Void>promise();
      begun.add(first.future());
      open()
          .onSuccess(response -> response.handler(_ -> first.tryComplete()))
          .onFailure(first::tryFail);
    }
    Future.all(begun).await();
  }

  /// Sends a call and leaves it as soon as the upstream has it.
  ///
  /// @param there tells that the upstream has it
  /// @return the tick at which the caller's connection was closed
  long leave(BlockingQueue<Long> there) throws InterruptedException {
    var sent = client.request(request()).await();
    sent.putHeader("Content-Type", "application/json");
    sent.send(body);
    there.take();
    long left = System.nanoTime();
    sent.connection().close();
    return left;
  }

  @Override
  public void close() {
    client.close().await();
  }
}
