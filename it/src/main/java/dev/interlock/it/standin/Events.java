package dev.interlock.it.standin;

import java.nio.charset.StandardCharsets;

/// Server-sent events. Thread: any, pure.
final class Events {
  /// The head of every stream.
  static final String TYPE = "text/event-stream";

  private Events() {}

  static byte[] data(Object json) {
    return ("data: " + Json.text(json) + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] comment(String words) {
    return (": " + words + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] done() {
    return "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);
  }
}
