package dev.interlock.sidecar;

import dev.interlock.core.error.ApiError;
import dev.interlock.runtime.upstream.Credential;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.wire.relay.Frame;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// One question about an account, until its one answer is told. Owner thread: the event loop.
final class Question implements Upstream.Incoming {
  /// Longest answer: a provider's list of models has a megabyte.
  static final int MOST_BYTES = 8 << 20;

  private final long id;
  private final Consumer<Frame.Told> told;
  private final Buffer body = Buffer.buffer();
  private Optional<Upstream.Flow> flow = Optional.empty();
  private Runnable afterwards = () -> {};
  private Credential key = HostKey.NONE;
  private int status;
  private Optional<Duration> pause = Optional.empty();
  private boolean over;

  Question(long id, Consumer<Frame.Told> told) {
    this.id = id;
    this.told = told;
  }

  /// It is on its way, or over already.
  ///
  /// @param ends run once it is over
  void goes(Upstream.Flow sent, Runnable ends) {
    flow = Optional.of(sent);
    afterwards = ends;
    if (over) {
      ends.run();
    }
  }

  /// Nobody waits any longer.
  void late() {
    none("it did not answer in time");
  }

  @Override
  public void sent() {}

  @Override
  public void head(Head head) {
    status = head.status();
    key = head.key();
    pause = head.asked();
  }

  @Override
  public void bytes(Buffer part) {
    if (body.length() + part.length() > MOST_BYTES) {
      none("its answer is longer than %d bytes".formatted(MOST_BYTES));
    } else if (!over) {
      body.appendBuffer(part);
    }
  }

  @Override
  public void end() {
    if (!over) {
      over = true;
      var text = new String(key.without(body.getBytes(0, body.length())), StandardCharsets.UTF_8);
      afterwards.run();
      told.accept(new Frame.Told(id, status, text, pause));
    }
  }

  @Override
  public void lost(Loss loss) {
    none("it " + loss.words());
  }

  @Override
  public void unfit(ApiError error) {
    none(error.message());
  }

  private void none(String why) {
    if (!over) {
      over = true;
      flow.ifPresent(Upstream.Flow::reset);
      afterwards.run();
      told.accept(new Frame.Told(id, 0, key.without(why)));
    }
  }
}
