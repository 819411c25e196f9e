package dev.interlock.sidecar;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.wire.relay.Link;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Keeps a sidecar connected: dials its server, takes a connection that fell silent for dead, and
/// dials again by the rule of [Reconnect] (C68, C69).
///
/// Thread: any; one dial after the other, since each follows from the end of the one before.
public final class Tether implements AutoCloseable {
  private static final int MILLION = 1_000_000;

  private final Sidecar sidecar;
  private final Supplier<Optional<Link>> dial;
  private final Around around;
  private volatile Reconnect rule = Reconnect.FRESH;
  private volatile Link link = Link.NONE;
  private volatile boolean closed;

  /// Time, and what draws the pauses.
  public record Around(Ticker ticker, Scheduler scheduler, RandomGenerator random) {}

  /// @param dial a connection to the server, or none; must not block
  public Tether(Sidecar sidecar, Supplier<Optional<Link>> dial, Around around) {
    this.sidecar = sidecar;
    this.dial = dial;
    this.around = around;
  }

  /// Dials.
  public void start() {
    if (closed) {
      return;
    }
    var made = dial.get();
    if (made.isEmpty()) {
      again(Duration.ZERO);
    } else {
      hold(made.get());
    }
  }

  private void hold(Link fresh) {
    long since = around.ticker().nanos();
    var over = new AtomicBoolean();
    link = fresh;
    sidecar.attach(fresh);
    fresh.ended(
        () -> {
          over.set(true);
          again(Duration.ofNanos(around.ticker().nanos() - since));
        });
    watch(fresh, over);
  }

  private void watch(Link held, AtomicBoolean over) {
    around
        .scheduler()
        .after(
            Link.HEARTBEAT,
            () -> {
              if (over.get()) {
                return;
              }
              if (around.ticker().nanos() - sidecar.heardNanos() >= Link.STALE.toNanos()) {
                held.close();
              } else {
                watch(held, over);
              }
            });
  }

  private void again(Duration held) {
    if (!closed) {
      var next = rule.lost(held, around.random().nextInt(MILLION + 1));
      rule = next;
      around.scheduler().after(next.last(), this::start);
    }
  }

  /// Ends the connection, and dials no more.
  @Override
  public void close() {
    closed = true;
    link.close();
  }
}
