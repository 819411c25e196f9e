package dev.interlock.app.wiring;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Pushback;
import dev.interlock.core.budget.Use;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Gives a call to a cloud its permit, where it comes without one, and returns it with what the
/// call met. Owner thread: the event loop.
///
/// @param way to the cloud
/// @param permits of the account's present key
record Leased(Upstream way, Supplier<Permits> permits, Surroundings around) implements Upstream {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration TERM = Duration.ofHours(1).plusMinutes(5);
  private static final String HOLDER = "gateway";
  private static final int LAST_GOOD = 299;

  /// What it needs from outside.
  record Surroundings(Vertx vertx, Ticker ticker, RandomGenerator random) {}

  @Override
  public Flow send(Outgoing call, Incoming answer) {
    if (call.lease().isPresent()) {
      return way.send(call, answer);
    }
    var asking = new Asking(call, answer, permits.get());
    asking.ask();
    return asking;
  }

  @Override
  public void close() {
    way.close();
  }

  private final class Asking implements Flow, Incoming, Permits.Asker {
    private final Outgoing call;
    private final Incoming answer;
    private final Permits asked;
    private final Context loop = around.vertx().getOrCreateContext();
    private Optional<Permits.Waiting> waiting = Optional.empty();
    private Optional<Lease> lease = Optional.empty();
    private Optional<Flow> flow = Optional.empty();
    private Outcome outcome = new Outcome.Failed();
    private long sentNanos;
    private boolean over;

    private Asking(Outgoing call, Incoming answer, Permits asked) {
      this.call = call;
      this.answer = answer;
      this.asked = asked;
    }

    private void ask() {
      var wish = new Permits.Wish(HOLDER, "", Use.INTERACTIVE, PATIENCE, TERM);
      waiting = Optional.of(asked.ask(wish, this));
    }

    @Override
    public void granted(Lease given) {
      if (!onLoop(() -> go(given))) {
        asked.ended(given, outcome);
      }
    }

    @Override
    public void refused(Effect.Refused refusal) {
      onLoop(
          () ->
              lost(
                  new Loss(
                      Loss.Kind.CROWDED,
                      "was not asked: no permit (%s)".formatted(refusal.reason().word()))));
    }

    /// Whether the loop is there to run it.
    private boolean onLoop(Runnable task) {
      try {
        loop.runOnContext(_ -> task.run());
        return true;
      } catch (RejectedExecutionException theProgramEnds) {
        return false;
      }
    }

    private void go(Lease given) {
      lease = Optional.of(given);
      if (over) {
        returned();
        return;
      }
      sentNanos = around.ticker().nanos();
      var permitted = new Outgoing(call.path(), call.accept(), call.body(), lease);
      var started = way.send(permitted, this);
      if (!over) {
        flow = Optional.of(started);
      }
    }

    private void returned() {
      lease.ifPresent(given -> asked.ended(given, outcome));
    }

    @Override
    public void sent() {
      answer.sent();
    }

    @Override
    public void head(Head head) {
      outcome = outcome(head);
      answer.head(head);
    }

    private Outcome outcome(Head head) {
      return switch (head.status()) {
        case 401 -> new Outcome.Unpaid(new News.KeyRefused());
        case 402 -> new Outcome.Unpaid(new News.Exhausted());
        case 429 ->
            new Outcome.Throttled(
                new Pushback(OptionalLong.empty(), around.random().nextInt(1_000_001)));
        default ->
            head.status() <= LAST_GOOD
                ? new Outcome.Answered(Math.max(0, around.ticker().nanos() - sentNanos))
                : new Outcome.Failed();
      };
    }

    @Override
    public void bytes(Buffer part) {
      answer.bytes(part);
    }

    @Override
    public void end() {
      over = true;
      if (outcome instanceof Outcome.Answered) {
        outcome = new Outcome.Answered(Math.max(0, around.ticker().nanos() - sentNanos));
      }
      returned();
      answer.end();
    }

    @Override
    public void lost(Loss loss) {
      if (!over) {
        over = true;
        if (outcome instanceof Outcome.Answered) {
          outcome = new Outcome.Failed();
        }
        returned();
        answer.lost(loss);
      }
    }

    @Override
    public void unfit(ApiError error) {
      over = true;
      returned();
      answer.unfit(error);
    }

    @Override
    public void pause() {
      flow.ifPresent(Flow::pause);
    }

    @Override
    public void resume() {
      flow.ifPresent(Flow::resume);
    }

    @Override
    public void reset() {
      if (!over) {
        over = true;
        flow.ifPresent(Flow::reset);
        if (lease.isEmpty()) {
          waiting.ifPresent(Permits.Waiting::leave);
        }
        returned();
      }
    }
  }
}
