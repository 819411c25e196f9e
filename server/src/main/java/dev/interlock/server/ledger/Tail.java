package dev.interlock.server.ledger;

import dev.interlock.runtime.store.LedgerStore;
import dev.interlock.server.http.Json;
import dev.interlock.server.http.Stream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// `GET /api/v1/ledger/tail`: each attempt as it ends, as server-sent events.
///
/// Event `attempt` bears an attempt, event `gap` says how many a slow reader missed.
///
/// @param stream the reader
record Tail(LedgerStore ledger, Stream stream) {
  /// @param missed attempts that this reader was too slow for
  record GapView(long missed) {}

  /// Runs until the reader leaves or the server ends.
  void run() {
    var buffer = new TailBuffer();
    var deaf = ledger.listen(buffer::add);
    try {
      stream.onGone(buffer::end);
      stream.begin("text/event-stream", Map.of("Cache-Control", "no-store"));
      // A first byte, so that the reader knows that from here on nothing is missed untold.
      boolean there = stream.send(": listening\n\n".getBytes(StandardCharsets.UTF_8));
      while (there) {
        there =
            switch (buffer.take()) {
              case TailBuffer.Item.Ended ended -> send("attempt", AttemptView.of(ended.attempt()));
              case TailBuffer.Item.Gap gap -> send("gap", new GapView(gap.missed()));
              case TailBuffer.Item.Over _ -> false;
            };
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      deaf.run();
      stream.end();
    }
  }

  private boolean send(String event, Object data) {
    var frame = new ByteArrayOutputStream();
    frame.writeBytes("event: %s\ndata: ".formatted(event).getBytes(StandardCharsets.UTF_8));
    frame.writeBytes(Json.bytes(data));
    frame.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    return stream.send(frame.toByteArray());
  }
}
