package dev.interlock.wire.relay;

import java.util.function.Consumer;

/// One end of the control channel between a server and a sidecar. Frames come in the order in which
/// they were sent.
///
/// Thread: any may send; nothing blocks.
public interface Link {
  /// Sends a frame, and overwrites the array once it is on its way.
  void send(byte[] frame);

  /// Who hears what the other end sends; set once, before anything is sent.
  void hear(Consumer<byte[]> hearer);
}
