package dev.interlock.it.sim;

import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.money.Tokens;
import dev.interlock.runtime.account.Bill;
import dev.interlock.runtime.account.Clearance;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.PaidCall;
import dev.interlock.runtime.account.Withheld;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// The way of paid calls to one account, as the gateway goes it: leave from the desk, the call, the
/// permit back and the money settled, whatever happens.
final class Line {
  /// How long an answer is waited for.
  static final long TOTAL = 60 * Ground.SECOND;

  private final Ground ground;
  private final Desk desk;
  private final WatchedPermits permits;
  private final Cloud cloud;
  private final Endings endings;
  private final Seams.Habits habits;
  private final BooleanSupplier alive;
  private final RandomGenerator names;

  /// What it needs from the server that it is in.
  ///
  /// @param alive whether that still runs
  record Around(Endings endings, Seams.Habits habits, BooleanSupplier alive) {}

  Line(Ground ground, Office office, Around around) {
    this.ground = ground;
    this.desk = office.desk();
    this.permits = office.permits();
    this.cloud = office.cloud();
    this.endings = around.endings();
    this.habits = around.habits();
    this.alive = around.alive();
    this.names = ground.chance(cloud.name() + " names of calls");
  }

  /// How a trip ended.
  sealed interface End {
    /// It did not go out.
    record NotSent(Withheld why) implements End {}

    /// It went out, and this came back.
    record Back(Reply reply) implements End {}
  }

  /// A trip under way.
  interface Trip {
    /// Nobody waits for it any more; nothing is told.
    void leave();
  }

  /// What is sent.
  ///
  /// @param workNanos how long it takes; 0 leaves it to chance
  record Load(Tokens tokens, long workNanos) {}

  /// Sends a call.
  Trip send(PaidCall call, Load load, Consumer<End> told) {
    var run = new Run(call, load, told);
    endings.begun(call.id());
    run.asked = Optional.of(desk.clear(call, run));
    return run;
  }

  private final class Run implements Desk.Caller, Trip {
    private final PaidCall call;
    private final Load load;
    private final Consumer<End> told;
    private Optional<Desk.Request> asked = Optional.empty();
    private Optional<Clearance> leave = Optional.empty();
    private boolean over;
    private boolean again;

    private Run(PaidCall call, Load load, Consumer<End> told) {
      this.call = call;
      this.load = load;
      this.told = told;
    }

    @Override
    public void withheld(Withheld why) {
      end(new End.NotSent(why));
    }

    @Override
    public void cleared(Clearance clearance) {
      leave = Optional.of(clearance);
      send(clearance);
      ground.after(TOTAL, () -> landed(clearance, new Reply.Silent()));
    }

    private void send(Clearance clearance) {
      var lease = clearance.lease();
      permits.used(lease);
      long started = ground.now() - (ground.time().nanos() - lease.startedNanos());
      cloud.call(
          new Cloud.Call(call.id(), lease.id(), started, load.tokens(), load.workNanos()),
          reply -> landed(clearance, reply));
    }

    private void landed(Clearance clearance, Reply reply) {
      if (over || !alive.getAsBoolean()) {
        return;
      }
      if (reply instanceof Reply.Throttled && habits.retriesAtOnce() && !again) {
        again = true;
        send(clearance);
        return;
      }
      if (reply instanceof Reply.Silent) {
        cloud.cancel(call.id());
      }
      over = true;
      clearance.end(outcome(reply));
      clearance.pay(bill(reply));
      finish(new End.Back(reply));
    }

    private Outcome outcome(Reply reply) {
      return switch (reply) {
        case Reply.Answered(var _, var wire) -> new Outcome.Answered(wire);
        case Reply.Throttled(var wait) -> new Outcome.Throttled(desk.pushback(wait));
        case Reply.InFlightFull(var wait) ->
            new Outcome.Unpaid(new News.InFlightFull(desk.pushback(wait)));
        case Reply.Exhausted _ -> new Outcome.Unpaid(new News.Exhausted());
        case Reply.KeyCapped(var resets) ->
            new Outcome.Unpaid(new News.KeyCapped(OptionalLong.of(resets.toNanos())));
        case Reply.KeyRefused _ -> new Outcome.Unpaid(new News.KeyRefused());
        case Reply.TooDear _, Reply.Broke _, Reply.Gone _, Reply.Silent _ -> new Outcome.Failed();
      };
    }

    private Bill bill(Reply reply) {
      return switch (reply) {
        case Reply.Answered(var cost, var _) ->
            new Bill.Counted(Optional.of(cost), Optional.empty());
        case Reply.Silent _ -> new Bill.Unknown(generation());
        case Reply.Throttled _,
            Reply.InFlightFull _,
            Reply.Exhausted _,
            Reply.KeyCapped _,
            Reply.KeyRefused _,
            Reply.TooDear _,
            Reply.Broke _,
            Reply.Gone _ ->
            new Bill.Nothing();
      };
    }

    /// Of most lost calls the head has come, which names it.
    private Optional<String> generation() {
      return names.nextInt(10) == 0 ? Optional.empty() : Optional.of(call.id());
    }

    private void end(End end) {
      if (!over) {
        over = true;
        finish(end);
      }
    }

    private void finish(End end) {
      endings.ended(call.id());
      told.accept(end);
    }

    @Override
    public void leave() {
      if (over || !alive.getAsBoolean()) {
        return;
      }
      over = true;
      endings.ended(call.id());
      if (leave.isEmpty()) {
        asked.ifPresent(Desk.Request::leave);
      } else {
        cloud.cancel(call.id());
        leave.get().end(new Outcome.Failed());
        leave.get().pay(new Bill.Unknown(generation()));
      }
    }
  }

  /// A call's paid time at the most.
  static Duration term() {
    return Duration.ofNanos(2 * TOTAL);
  }
}
