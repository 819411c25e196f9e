package dev.interlock.wire.relay;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/// One end of the control channel between a server and a sidecar: one connection, which ends once.
/// Frames come in the order in which they were sent.
///
/// Thread: any may send; nothing blocks.
public interface Link {
  /// Both ends say that they are alive so often.
  Duration HEARTBEAT = Duration.ofSeconds(5);

  /// A connection over which nothing was heard for so long is taken for dead.
  Duration STALE = Duration.ofSeconds(30);

  /// No connection at all.
  Link NONE =
      new Link() {
        @Override
        public void send(byte[] frame) {
          Arrays.fill(frame, (byte) 0);
        }

        @Override
        public void hear(Consumer<byte[]> hearer) {}

        @Override
        public void ended(Runnable hearer) {}

        @Override
        public void close() {}
      };

  /// Sends a frame, and overwrites the array once it is on its way. Nothing is sent any more once
  /// the connection has ended; the array is overwritten all the same.
  void send(byte[] frame);

  /// Who hears what the other end sends; set once, before anything is sent.
  void hear(Consumer<byte[]> hearer);

  /// Who is told, once, that the connection has ended; at once, if it has ended before. Set once.
  void ended(Runnable hearer);

  /// Ends the connection, for both.
  void close();
}
