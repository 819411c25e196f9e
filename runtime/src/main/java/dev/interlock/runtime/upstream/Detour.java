package dev.interlock.runtime.upstream;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.Result.Phase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/// One call by another's way, such as a sidecar's to a cloud: a bounded body and one clock over all
/// of it. What went out with the call is cut from the answer. Owner thread: the event loop.
final class Detour implements Carried, Upstream.Incoming {
  private final Vertx vertx;
  private final Ticker ticker;
  private final Upstream way;
  private final Plan plan;
  private final CompletableFuture<Result> result = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private Phase phase = Phase.CONNECTING;
  private Optional<Upstream.Flow> flow = Optional.empty();
  private volatile Optional<Head> head = Optional.empty();
  private long timer;
  private volatile OptionalLong sentNanos = OptionalLong.empty();
  private volatile long endedNanos;

  /// What to send and how long and how much to wait for.
  record Plan(Outgoing call, long limitMillis, int maxBytes) {}

  Detour(Vertx vertx, Ticker ticker, Upstream way, Plan plan) {
    this.vertx = vertx;
    this.ticker = ticker;
    this.way = way;
    this.plan = plan;
  }

  @Override
  public CompletableFuture<Result> result() {
    return result;
  }

  @Override
  public void start() {
    timer =
        vertx.setTimer(plan.limitMillis(), _ -> finish(new Result.Late(phase, plan.limitMillis())));
    var started = way.send(plan.call(), this);
    if (result.isDone()) {
      started.reset();
    } else {
      flow = Optional.of(started);
    }
  }

  @Override
  public void cancel() {
    finish(new Result.Cancelled());
  }

  @Override
  public void sent() {
    phase = Phase.WAITING;
    sentNanos = OptionalLong.of(ticker.nanos());
  }

  @Override
  public void head(Head came) {
    phase = Phase.READING;
    head = Optional.of(came);
  }

  @Override
  public void bytes(Buffer part) {
    if (result.isDone()) {
      return;
    }
    if (received.length() + part.length() > plan.maxBytes()) {
      finish(new Result.TooLarge(plan.maxBytes()));
    } else {
      received.appendBuffer(part);
    }
  }

  @Override
  public void end() {
    head.ifPresent(
        came ->
            finish(
                new Result.Came(
                    came, came.key().without(received.getBytes(0, received.length())))));
  }

  @Override
  public void lost(Loss loss) {
    finish(
        switch (loss.kind()) {
          case REFUSED, UNKNOWN_HOST, CROWDED, BARRED -> new Result.Closed(loss.words());
          case UNANSWERED -> new Result.Broke(Phase.WAITING, new IOException(loss.words()));
          case UNREADABLE ->
              new Result.Broke(Phase.WAITING, new IllegalStateException(loss.words()));
          case CUT -> new Result.Broke(Phase.READING, new IOException(loss.words()));
        });
  }

  @Override
  public void unfit(ApiError error) {
    finish(new Result.Closed(error.message()));
  }

  /// From the first byte sent to the end; empty where nothing was sent. Any thread.
  OptionalLong wireNanos() {
    var sent = sentNanos;
    return sent.isPresent()
        ? OptionalLong.of(Math.max(0, endedNanos - sent.getAsLong()))
        : OptionalLong.empty();
  }

  /// The provider's own id of the call, where its head told it. Any thread.
  Optional<String> generation() {
    return head.flatMap(Head::generation);
  }

  private void finish(Result ending) {
    if (!result.isDone()) {
      endedNanos = ticker.nanos();
    }
    if (result.complete(ending)) {
      vertx.cancelTimer(timer);
      if (!(ending instanceof Result.Came)) {
        flow.ifPresent(Upstream.Flow::reset);
      }
    }
  }
}
