package dev.interlock.wire.ollama;

import tools.jackson.databind.node.ObjectNode;

/// A chat's answer that comes at once, as OpenAI's chat completion.
///
/// Thread: any, pure.
public final class ChatAnswer {
  private ChatAnswer() {}

  /// Translates the body of a 200. Never throws for what an engine can send.
  ///
  /// @param id the answer's, and no other's
  public static Translated of(byte[] body, String id) {
    return ChatPiece.read(body, 0, body.length)
        .map(piece -> translate(piece, id))
        .orElse(Translated.broken("answered with something else than one JSON object"));
  }

  private static Translated translate(ChatPiece piece, String id) {
    if (piece.failed()) {
      return Translated.of(ChatTrees.write(piece.failure()));
    }
    if (piece.onlyLoads()) {
      return Translated.broken(ChatStream.ONLY_LOADS);
    }
    if (!piece.done() || piece.reason().isEmpty()) {
      return Translated.broken("broke off its answer: it doesn't say why it ends");
    }
    var out = piece.begin(id, "chat.completion");
    choice(piece, id, out.putArray("choices").addObject());
    piece.usage().ifPresent(usage -> out.set("usage", usage));
    return Translated.of(ChatTrees.write(out));
  }

  private static void choice(ChatPiece piece, String id, ObjectNode choice) {
    var calls = new ToolCalls(id);
    choice.put("index", 0);
    var message = choice.putObject("message");
    message.put("role", "assistant");
    message.put("content", piece.text("content"));
    if (!piece.text("thinking").isEmpty()) {
      message.put("reasoning", piece.text("thinking"));
    }
    calls.add(piece.toolCalls(), message, false);
    if (calls.any() && piece.text("content").isEmpty()) {
      message.putNull("content");
    }
    piece.logprobs(choice);
    choice.put("finish_reason", calls.finish(piece.reason()));
  }
}
