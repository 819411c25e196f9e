package dev.interlock.it.standin;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.Executor;

/// What a stand-in stands on. Several may share one.
///
/// @param vertx whose event loop writes
/// @param threads where calls are worked out; may block
/// @param time may be manual: then what is scripted to last does so by a test's own hand
public record Ground(Vertx vertx, Executor threads, Time time) implements AutoCloseable {
  /// The clocks, and the one way to wait.
  public record Time(Ticker ticker, WallClock wall, Scheduler scheduler) {}

  /// With an event loop of its own.
  public static Ground of(Executor threads, Time time) {
    var options =
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(1)
            .setUseDaemonThread(true);
    return new Ground(Vertx.vertx(options), threads, time);
  }

  @Override
  public void close() {
    var _ = vertx.close();
  }
}
