package dev.interlock.runtime.upstream;

import dev.interlock.core.error.ApiError;
import dev.interlock.wire.ollama.ChatAnswer;
import dev.interlock.wire.ollama.ChatErrors;
import dev.interlock.wire.ollama.ChatStream;
import dev.interlock.wire.ollama.Translated;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/// One call to an Ollama, whose answer is translated as it comes: a stream line by line, anything
/// else once it is whole. Owner thread: the caller's event loop.
final class OllamaFlow implements Upstream.Flow, Upstream.Incoming {
  private static final int OK = 200;

  /// Most bytes of an answer that comes at once.
  static final int MOST_BYTES = 64 << 20;

  private final Upstream.Incoming answer;
  private final boolean stream;
  private final String id;
  private final ChatStream lines;
  private final Buffer kept = Buffer.buffer();
  private Optional<Upstream.Flow> under = Optional.empty();
  private int status;
  private boolean over;

  /// @param id the answer's, and no other's
  OllamaFlow(Upstream.Incoming answer, boolean stream, String id) {
    this.answer = answer;
    this.stream = stream;
    this.id = id;
    this.lines = new ChatStream(id);
  }

  /// The call is on its way, unless it has ended already.
  void under(Upstream.Flow flow) {
    if (over) {
      flow.reset();
    } else {
      under = Optional.of(flow);
    }
  }

  @Override
  public void pause() {
    under.ifPresent(Upstream.Flow::pause);
  }

  @Override
  public void resume() {
    under.ifPresent(Upstream.Flow::resume);
  }

  @Override
  public void reset() {
    over = true;
    under.ifPresent(Upstream.Flow::reset);
  }

  @Override
  public void sent() {
    answer.sent();
  }

  @Override
  public void head(Head head) {
    status = head.status();
    answer.head(head);
  }

  @Override
  public void bytes(Buffer part) {
    if (over) {
      return;
    }
    if (stream && status == OK) {
      pass(lines.put(part.getBytes(0, part.length())));
    } else if (kept.length() + part.length() > MOST_BYTES) {
      broken("answered with more than 64 MiB");
    } else {
      kept.appendBuffer(part);
    }
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    pass(rest());
    if (!over) {
      over = true;
      answer.end();
    }
  }

  private Translated rest() {
    var bytes = kept.getBytes(0, kept.length());
    if (status != OK) {
      return new Translated(ChatErrors.unwrapped(bytes), Optional.empty());
    }
    return stream ? lines.end() : ChatAnswer.of(bytes, id);
  }

  @Override
  public void lost(Loss loss) {
    if (over) {
      return;
    }
    if (status != OK) {
      // What has come of a refusal may say why.
      pass(rest());
    }
    if (!over) {
      over = true;
      answer.lost(loss);
    }
  }

  @Override
  public void unfit(ApiError error) {
    over = true;
    answer.unfit(error);
  }

  /// Whoever is told may give the call up at once.
  private void pass(Translated translated) {
    if (translated.bytes().length > 0) {
      answer.bytes(Buffer.buffer(translated.bytes()));
    }
    if (!over) {
      translated.broken().ifPresent(this::broken);
    }
  }

  private void broken(String why) {
    over = true;
    under.ifPresent(Upstream.Flow::reset);
    answer.lost(new Loss(Loss.Kind.UNREADABLE, why));
  }
}
