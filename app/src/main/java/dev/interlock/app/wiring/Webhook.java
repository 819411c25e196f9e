package dev.interlock.app.wiring;

import dev.interlock.runtime.upstream.ConnectionListener;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.EngineHttp;
import dev.interlock.runtime.upstream.Heard;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// Tells a URL of alarms. One that is not taken is told again, ever more rarely, for about a day;
/// in any case it stands in the log.
///
/// Thread: any; nothing blocks.
final class Webhook implements Consumer<byte[]>, AutoCloseable {
  /// After the first refusal; then twice as long each time.
  static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /// No pause is longer.
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

  /// Times that one alarm is told: with those pauses about a day.
  private static final int MOST_TIMES = 150;

  /// Alarms that wait to be told again; further ones are told once.
  private static final int MOST_WAITING = 100;

  private static final Logger LOG = Logger.getLogger(Webhook.class.getName());
  private static final int LEAST_GOOD = 200;
  private static final int LAST_GOOD = 299;

  private final EngineHttp http;
  private final String path;
  private final Running.Time time;
  private final Executor threads;
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean closed;

  Webhook(URI url, Vertx vertx, Running.Time time, Executor threads) {
    var base = URI.create("%s://%s".formatted(url.getScheme(), url.getRawAuthority()));
    this.http =
        new EngineHttp(vertx, time.ticker(), Endpoint.of(base, ""), ConnectionListener.NONE);
    this.path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    this.time = time;
    this.threads = threads;
  }

  @Override
  public void accept(byte[] body) {
    tell(body, 1, FIRST_PAUSE);
  }

  private void tell(byte[] body, int times, Duration pause) {
    try {
      threads.execute(() -> send(body, times, pause));
    } catch (RejectedExecutionException theProgramEnds) {
      LOG.warning("an alarm could not be told to the webhook: the server ends");
    }
  }

  private void send(byte[] body, int times, Duration pause) {
    refusal(http.post(path, body)).ifPresent(why -> again(body, times, pause, why));
  }

  private static Optional<String> refusal(Heard heard) {
    return switch (heard) {
      case Heard.Answer answer ->
          answer.status() < LEAST_GOOD || answer.status() > LAST_GOOD
              ? Optional.of("it answered " + answer.status())
              : Optional.empty();
      case Heard.Silence silence -> Optional.of(silence.message());
    };
  }

  private void again(byte[] body, int times, Duration pause, String why) {
    if (times == 1) {
      LOG.warning(() -> "the webhook for alarms did not take one: " + why);
    }
    boolean full = waiting.incrementAndGet() > MOST_WAITING;
    if (closed || full || times >= MOST_TIMES) {
      waiting.decrementAndGet();
      LOG.warning(() -> "an alarm is not told to the webhook again: " + why);
      return;
    }
    var next = pause.multipliedBy(2);
    time.scheduler()
        .after(
            pause,
            () -> {
              waiting.decrementAndGet();
              if (!closed) {
                tell(body, times + 1, next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next);
              }
            });
  }

  @Override
  public void close() {
    closed = true;
    http.close();
  }
}
