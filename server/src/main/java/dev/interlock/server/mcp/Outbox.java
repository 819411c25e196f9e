package dev.interlock.server.mcp;

import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Stream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What goes back for one request: plain JSON if the answer is all there is, an event stream from
/// the first message before it on.
///
/// Confined to the request's thread.
final class Outbox {
  /// Asks proxies to pass events on at once.
  static final Map<String, String> EVENT_HEADERS =
      Map.of("Cache-Control", "no-cache", "X-Accel-Buffering", "no");

  static final String EVENTS = "text/event-stream";

  private final Stream stream;
  private boolean begun;
  private boolean answered;

  Outbox(Stream stream) {
    this.stream = stream;
  }

  /// A message before the answer.
  void event(byte[] message) {
    if (!answered) {
      begin();
      stream.send(frame(message));
    }
  }

  /// The answer, after which nothing follows.
  void answer(int status, JsonNode message) {
    answer(Answer.json(status, Message.bytes(message)));
  }

  /// The answer, after which nothing follows.
  void answer(Answer answer) {
    if (answered) {
      return;
    }
    answered = true;
    if (begun) {
      stream.send(frame(answer.body()));
      stream.end();
    } else {
      stream.answer(answer);
    }
  }

  /// Ends without an answer, for a request that was given up.
  void drop() {
    if (!answered) {
      answered = true;
      begin();
      stream.end();
    }
  }

  private void begin() {
    if (!begun) {
      begun = true;
      stream.begin(EVENTS, EVENT_HEADERS);
    }
  }

  /// One event of a stream. The message has no line break.
  static byte[] frame(byte[] message) {
    return ("event: message\ndata: " + new String(message, StandardCharsets.UTF_8) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
