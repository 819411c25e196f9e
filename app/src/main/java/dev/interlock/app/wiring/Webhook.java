package dev.interlock.app.wiring;

import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.Heard;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// Tells a URL of alarms. What is not taken is said in the log, and not sent again.
///
/// Thread: any; nothing blocks.
final class Webhook implements Consumer<byte[]>, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Webhook.class.getName());
  private static final int LAST_GOOD = 299;

  private final EngineHttp http;
  private final String path;
  private final Executor threads;

  Webhook(URI url, Vertx vertx, Ticker ticker, Executor threads) {
    var base = URI.create("%s://%s".formatted(url.getScheme(), url.getRawAuthority()));
    this.http = new EngineHttp(vertx, ticker, Endpoint.of(base, ""), ConnectionListener.NONE);
    this.path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    this.threads = threads;
  }

  @Override
  public void accept(byte[] body) {
    try {
      threads.execute(() -> send(body));
    } catch (RejectedExecutionException theProgramEnds) {
      LOG.warning("an alarm could not be told to the webhook: the server ends");
    }
  }

  private void send(byte[] body) {
    switch (http.post(path, body)) {
      case Heard.Answer answer when answer.status() > LAST_GOOD ->
          LOG.warning(() -> "the webhook for alarms answered " + answer.status());
      case Heard.Answer _ -> {}
      case Heard.Silence silence ->
          LOG.warning(() -> "the webhook for alarms: " + silence.message());
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
