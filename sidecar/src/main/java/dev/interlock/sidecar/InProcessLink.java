package dev.interlock.sidecar;

import dev.interlock.wire.relay.Link;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A connection between a server and the sidecar in the same process: the same bytes, and no
/// socket.
///
/// Thread: any. Frames are heard on a sender's thread, one after the other.
public final class InProcessLink implements Link {
  private final Wire wire;
  private final Lane toOther;
  private final Lane fromOther;
  private final End end = new End();

  private InProcessLink(Wire wire, Lane toOther, Lane fromOther) {
    this.wire = wire;
    this.toOther = toOther;
    this.fromOther = fromOther;
  }

  /// Both ends.
  ///
  /// @param server the server's end
  /// @param sidecar the sidecar's end
  public record Ends(InProcessLink server, InProcessLink sidecar) {}

  /// A new connection.
  public static Ends pair() {
    var up = new Lane();
    var down = new Lane();
    var wire = new Wire();
    var server = new InProcessLink(wire, down, up);
    var sidecar = new InProcessLink(wire, up, down);
    wire.ends = new Ends(server, sidecar);
    return wire.ends;
  }

  @Override
  public void send(byte[] frame) {
    var copy = frame.clone();
    Arrays.fill(frame, (byte) 0);
    if (wire.state == State.CARRIES) {
      toOther.put(copy);
    } else {
      Arrays.fill(copy, (byte) 0);
    }
  }

  @Override
  public void hear(Consumer<byte[]> hearer) {
    fromOther.hearer = hearer;
  }

  @Override
  public void ended(Runnable hearer) {
    end.hearer(hearer);
  }

  @Override
  public void close() {
    if (wire.state == State.MUTE) {
      end.tell();
      return;
    }
    wire.state = State.ENDED;
    wire.ends.server().end.tell();
    wire.ends.sidecar().end.tell();
  }

  boolean over() {
    return wire.state == State.ENDED;
  }

  /// From now on frames get lost on the way, and nobody is told: as when a cable is pulled.
  void mute() {
    if (wire.state == State.CARRIES) {
      wire.state = State.MUTE;
    }
  }

  private enum State {
    CARRIES,
    MUTE,
    ENDED
  }

  /// What both ends share.
  private static final class Wire {
    private volatile State state = State.CARRIES;

    @SuppressWarnings("NullAway.Init") // set before an end is given away
    private Ends ends;
  }

  /// Tells of the end, once, however end and hearer come.
  private static final class End {
    private final CompletableFuture<Boolean> over = new CompletableFuture<>();

    void hearer(Runnable hearer) {
      var _ = over.thenRun(hearer);
    }

    void tell() {
      over.complete(true);
    }
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
