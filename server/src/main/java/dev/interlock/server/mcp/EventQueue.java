package dev.interlock.server.mcp;

import dev.interlock.core.time.Scheduler;
import dev.interlock.server.http.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// What waits to be sent on a session's own stream, with a comment now and then, so that neither
/// end takes silence for death.
///
/// Thread: [#run] on the stream's own, all else on any.
final class EventQueue {
  /// How often a silent stream says that it is there.
  static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private static final byte[] COMMENT = ": here\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = new byte[0];
  private static final int MOST_WAITING = 256;

  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final Scheduler scheduler;
  private volatile boolean ended;

  EventQueue(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /// Puts an event in line; a reader too slow for the line loses the stream.
  void add(byte[] message) {
    if (!waiting.offer(Outbox.frame(message))) {
      end();
    }
  }

  /// Ends the stream.
  void end() {
    ended = true;
    waiting.clear();
    waiting.offer(END);
  }

  /// Sends what comes until the stream is ended or its reader leaves.
  void run(Stream stream) {
    stream.begin(Outbox.EVENTS, Outbox.EVENT_HEADERS);
    stream.onGone(this::end);
    // Before the first word: whoever has heard it may rely on the next.
    keepAlive();
    stream.send(COMMENT);
    try {
      while (!ended && stream.send(waiting.take())) {
        // each turn sends one event
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended = true;
    stream.end();
  }

  private void keepAlive() {
    scheduler.after(
        KEEP_ALIVE,
        () -> {
          if (!ended) {
            waiting.offer(COMMENT);
            keepAlive();
          }
        });
  }
}
