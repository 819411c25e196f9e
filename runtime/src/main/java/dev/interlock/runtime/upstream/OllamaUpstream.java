package dev.interlock.runtime.upstream;

import dev.interlock.wire.ollama.ChatAsk;
import io.vertx.core.buffer.Buffer;
import java.util.function.Supplier;

/// A way to an Ollama's own `/api/chat` for calls in OpenAI's words: what goes out and what comes
/// in is translated, so that an over-long conversation is refused and never cut (wire-formats
/// §5.3).
public final class OllamaUpstream implements Upstream {
  private static final String PATH = "/api/chat";
  private static final String ACCEPT = "application/x-ndjson, application/json";

  /// For a call that was never sent.
  private static final Flow NOTHING =
      new Flow() {
        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void reset() {}
      };

  private final Upstream root;
  private final Supplier<String> ids;

  /// @param root takes paths below the server's root
  /// @param ids gives each answer an id that no other has
  public OllamaUpstream(Upstream root, Supplier<String> ids) {
    this.root = root;
    this.ids = ids;
  }

  @Override
  public Flow send(Outgoing call, Incoming answer) {
    var body = call.body();
    return switch (ChatAsk.of(body.getBytes(0, body.length()))) {
      case ChatAsk.Wrong wrong -> {
        answer.unfit(wrong.error());
        yield NOTHING;
      }
      case ChatAsk.Ready ready -> {
        var flow = new OllamaFlow(answer, ready.stream(), ids.get());
        flow.under(root.send(new Outgoing(PATH, ACCEPT, Buffer.buffer(ready.body())), flow));
        yield flow;
      }
    };
  }

  @Override
  public void close() {
    root.close();
  }
}
