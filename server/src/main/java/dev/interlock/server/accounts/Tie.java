package dev.interlock.server.accounts;

import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import dev.interlock.wire.relay.Link;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// The server's end of the link to the sidecar: the connection of now, and whether it lives. One
/// that ends, or over which nothing is heard for 30 s, leaves the sidecar out of reach until it
/// dials again.
///
/// Thread: any; nothing blocks.
final class Tie {
  private static final Logger LOG = Logger.getLogger(Tie.class.getName());

  private final Ticker ticker;
  private final Scheduler scheduler;
  private final Consumer<Frame> hearer;
  private final Runnable lost;
  private final AtomicLong beats = new AtomicLong();
  private volatile Link link = Link.NONE;
  private volatile long heardNanos;
  private volatile boolean up;
  private volatile boolean closed;

  /// @param hearer what the sidecar says
  /// @param lost told when the sidecar is out of reach
  Tie(AccountDesk.Surroundings around, Consumer<Frame> hearer, Runnable lost) {
    this.ticker = around.ticker();
    this.scheduler = around.scheduler();
    this.hearer = hearer;
    this.lost = lost;
  }

  /// The sidecar has dialled: this connection takes the place of the one before.
  void connected(Link fresh) {
    var before = link;
    heardNanos = ticker.nanos();
    link = fresh;
    up = true;
    before.close();
    fresh.hear(bytes -> heard(fresh, bytes));
    fresh.ended(() -> ended(fresh));
  }

  private void heard(Link from, byte[] bytes) {
    if (!from.equals(link)) {
      return;
    }
    heardNanos = ticker.nanos();
    Frames.decode(bytes)
        .ifPresentOrElse(hearer, () -> LOG.warning("a frame that is none came from the sidecar"));
  }

  private void ended(Link gone) {
    if (gone.equals(link)) {
      up = false;
      if (!closed) {
        LOG.warning("the sidecar is out of reach: no call on an account goes out until it is back");
      }
      lost.run();
    }
  }

  /// Says that it lives, and looks whether the sidecar does, from time to time.
  void start() {
    if (closed) {
      return;
    }
    if (up) {
      if (ticker.nanos() - heardNanos >= Link.STALE.toNanos()) {
        link.close();
      } else {
        send(new Frame.Heartbeat(beats.incrementAndGet()));
      }
    }
    scheduler.after(Link.HEARTBEAT, this::start);
  }

  /// Whether the sidecar can be reached.
  boolean up() {
    return up;
  }

  /// Whether it was sent.
  boolean send(Frame frame) {
    if (!up) {
      return false;
    }
    link.send(Frames.encode(frame));
    return true;
  }

  void close() {
    closed = true;
  }
}
