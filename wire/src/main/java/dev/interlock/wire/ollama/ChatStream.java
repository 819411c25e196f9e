package dev.interlock.wire.ollama;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A chat's answer line by line, whose bytes come in pieces of any size, as OpenAI's events. A
/// stream that is cut gets no end mark.
///
/// Thread: one owner.
public final class ChatStream {
  /// Longest line, in bytes.
  public static final int MOST_BYTES = 16 << 20;

  static final String ONLY_LOADS = "only loaded or unloaded its model";

  private static final byte[] EVENT = bytes("data: ");
  private static final byte[] EVENT_END = bytes("\n\n");
  private static final byte[] END_MARK = bytes("[DONE]");
  private static final int FIRST_ROOM = 1_024;

  private final String id;
  private final ToolCalls calls;
  private final ByteArrayOutputStream events = new ByteArrayOutputStream();
  private byte[] kept = new byte[FIRST_ROOM];
  private int length;
  private boolean begun;
  private boolean over;
  private Optional<String> broken = Optional.empty();

  /// @param id the answer's, and no other's
  public ChatStream(String id) {
    this.id = id;
    this.calls = new ToolCalls(id);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Takes a piece. What follows the answer's end, or an error, is nothing.
  public Translated put(byte[] piece) {
    int from = 0;
    for (int i = 0; i < piece.length && !over; i++) {
      if (piece[i] == '\n') {
        keep(piece, from, i);
        line("sent a line that is no JSON object");
        from = i + 1;
      }
    }
    if (!over) {
      keep(piece, from, piece.length);
    }
    return translated();
  }

  /// The bytes are at their end: a last line may lack its line end.
  public Translated end() {
    if (!over) {
      line("ended its answer in the middle of a line");
    }
    return translated();
  }

  private Translated translated() {
    var done = new Translated(events.toByteArray(), broken);
    events.reset();
    broken = Optional.empty();
    return done;
  }

  private void keep(byte[] piece, int from, int to) {
    int count = to - from;
    if (count > MOST_BYTES - length) {
      fail("sent a line that does not end");
      return;
    }
    if (length + count > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(length + count, 2 * kept.length));
    }
    System.arraycopy(piece, from, kept, length, count);
    length += count;
  }

  private void line(String otherwise) {
    int to = length;
    length = 0;
    if (over || blank(to)) {
      return;
    }
    ChatPiece.read(kept, 0, to).ifPresentOrElse(this::piece, () -> fail(otherwise));
  }

  private boolean blank(int to) {
    for (int i = 0; i < to; i++) {
      if (kept[i] < 0 || kept[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  private void fail(String why) {
    over = true;
    broken = Optional.of(why);
  }

  private void piece(ChatPiece piece) {
    if (piece.failed()) {
      over = true;
      event(piece.failure());
    } else if (piece.onlyLoads()) {
      fail(ONLY_LOADS);
    } else {
      content(piece);
      if (piece.done()) {
        over = true;
        finish(piece);
      }
    }
  }

  private void content(ChatPiece piece) {
    var delta = ChatTrees.object();
    put(delta, "content", piece.text("content"));
    put(delta, "reasoning", piece.text("thinking"));
    calls.add(piece.toolCalls(), delta, true);
    var choice = ChatTrees.object();
    piece.logprobs(choice);
    if (!delta.isEmpty() || !choice.isEmpty()) {
      chunk(piece, delta, choice);
    }
  }

  private static void put(ObjectNode delta, String field, String text) {
    if (!text.isEmpty()) {
      delta.put(field, text);
    }
  }

  /// Without a reason the runner broke down: then there is no finish, and no end mark.
  private void finish(ChatPiece piece) {
    if (piece.reason().isEmpty()) {
      return;
    }
    chunk(
        piece,
        ChatTrees.object(),
        ChatTrees.object().put("finish_reason", calls.finish(piece.reason())));
    piece
        .usage()
        .ifPresent(
            usage -> {
              var out = piece.begin(id, "chat.completion.chunk");
              out.putArray("choices");
              event(out.set("usage", usage));
            });
    event(END_MARK);
  }

  private void chunk(ChatPiece piece, ObjectNode delta, ObjectNode rest) {
    var out = piece.begin(id, "chat.completion.chunk");
    var choice = out.putArray("choices").addObject();
    choice.put("index", 0);
    var whole = choice.putObject("delta");
    if (!begun) {
      begun = true;
      whole.put("role", "assistant");
    }
    whole.setAll(delta);
    choice.putNull("finish_reason");
    choice.setAll(rest);
    event(out);
  }

  private void event(JsonNode json) {
    event(ChatTrees.write(json));
  }

  private void event(byte[] data) {
    events.writeBytes(EVENT);
    events.writeBytes(data);
    events.writeBytes(EVENT_END);
  }
}
