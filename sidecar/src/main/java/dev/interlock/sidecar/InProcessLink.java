package dev.interlock.sidecar;

import dev.interlock.wire.relay.Link;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A link between a server and the sidecar in the same process: the same bytes, and no socket. It
/// never breaks.
///
/// Thread: any. Frames are heard on a sender's thread, one after the other.
public final class InProcessLink implements Link {
  private final Lane toOther;
  private final Lane fromOther;

  private InProcessLink(Lane toOther, Lane fromOther) {
    this.toOther = toOther;
    this.fromOther = fromOther;
  }

  /// Both ends.
  ///
  /// @param server the server's end
  /// @param sidecar the sidecar's end
  public record Ends(Link server, Link sidecar) {}

  /// A new link.
  public static Ends pair() {
    var up = new Lane();
    var down = new Lane();
    return new Ends(new InProcessLink(down, up), new InProcessLink(up, down));
  }

  @Override
  public void send(byte[] frame) {
    var copy = frame.clone();
    Arrays.fill(frame, (byte) 0);
    toOther.put(copy);
  }

  @Override
  public void hear(Consumer<byte[]> hearer) {
    fromOther.hearer = hearer;
  }

  /// One direction. Whoever finds nobody at work empties it, so that what is heard may send.
  private static final class Lane {
    private final Queue<byte[]> frames = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Consumer<byte[]> hearer = _ -> {};

    void put(byte[] frame) {
      frames.add(frame);
      if (waiting.getAndIncrement() > 0) {
        return;
      }
      do {
        var next = frames.remove();
        try {
          hearer.accept(next);
        } finally {
          Arrays.fill(next, (byte) 0);
        }
      } while (waiting.decrementAndGet() > 0);
    }
  }
}
