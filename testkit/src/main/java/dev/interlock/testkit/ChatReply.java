package dev.interlock.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// What a scripted chat engine does with one request, act by act. Where the acts run out, nothing
/// more comes, for ever.
///
/// ```java
/// ChatReply.stream().events(first).until(gate).events(second).done()
/// ```
///
/// @param acts in order
public record ChatReply(List<Act> acts) {
  private static final Map<String, String> JSON = Map.of("content-type", "application/json");
  private static final Map<String, String> SSE = Map.of("content-type", "text/event-stream");

  public ChatReply {
    acts = List.copyOf(acts);
  }

  /// One act.
  public sealed interface Act {
    /// The head; a body in chunks follows.
    record Head(int status, Map<String, String> headers) implements Act {
      public Head {
        headers = Map.copyOf(headers);
      }
    }

    /// Bytes of the body, in a write of their own.
    record Bytes(byte[] bytes) implements Act {}

    /// Nothing until the test completes the stage.
    record Until(CompletionStage<?> stage) implements Act {}

    /// The answer ends in order.
    record End() implements Act {}

    /// The connection is closed, in order or not.
    record Close() implements Act {}
  }

  /// Nothing, for ever.
  public static ChatReply silence() {
    return new ChatReply(List.of());
  }

  /// The connection is closed without a byte.
  public static ChatReply drop() {
    return silence().with(new Act.Close());
  }

  /// A head with any status, and the headers beside it.
  public static ChatReply head(int status, Map<String, String> headers) {
    return silence().with(new Act.Head(status, headers));
  }

  /// A whole answer with any status.
  public static ChatReply json(int status, String body) {
    return head(status, JSON).bytes(body).end();
  }

  /// A status with an error in OpenAI's shape.
  public static ChatReply error(int status, String message, String code) {
    return json(status, Chats.error(message, code));
  }

  /// The head of a stream.
  public static ChatReply stream() {
    return head(200, SSE);
  }

  /// Bytes of the body, in a write of their own.
  public ChatReply bytes(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Bytes of the body, in a write of their own.
  public ChatReply bytes(byte[] bytes) {
    return with(new Act.Bytes(bytes));
  }

  /// Events with this data, each in a write of its own.
  public ChatReply events(String... data) {
    return Arrays.stream(data)
        .reduce(this, (reply, one) -> reply.bytes("data: " + one + "\n\n"), (_, last) -> last);
  }

  /// The head of a JSON answer, after other acts.
  public ChatReply head(int status) {
    return with(new Act.Head(status, JSON));
  }

  /// Waits for the test.
  public ChatReply until(CompletionStage<?> stage) {
    return with(new Act.Until(stage));
  }

  /// The end mark, and an end in order.
  public ChatReply done() {
    return events("[DONE]").end();
  }

  /// An end in order, without an end mark.
  public ChatReply end() {
    return with(new Act.End());
  }

  /// The connection is closed.
  public ChatReply cut() {
    return with(new Act.Close());
  }

  private ChatReply with(Act act) {
    var more = new ArrayList<>(acts);
    more.add(act);
    return new ChatReply(more);
  }
}
