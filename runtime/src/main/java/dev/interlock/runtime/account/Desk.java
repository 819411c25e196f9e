package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Pushback;
import dev.interlock.core.money.Grant;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Scope;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/// Where calls on one account get leave: first the money, on disk, and then a permit, so that no
/// permit is held while the disk syncs (decision 014).
///
/// Thread: any; nothing blocks.
public final class Desk {
  private static final int WHOLE = 1_000_000;

  /// What a call is taken to write that nobody bounds, where no daily budget stands (decision 014).
  private static final long UNKNOWN_WRITTEN = 16_384;

  private final String account;
  private final Permits permits;
  private final Money money;
  private final Chance chance;

  /// Where the money is, and what things cost.
  ///
  /// @param records whether the provider keeps a record of each call, which can be asked for
  public record Money(Till till, Prices prices, boolean records) {}

  /// The clock, and what draws how much longer a pause lasts than it must.
  public record Chance(Ticker ticker, RandomGenerator jitter) {}

  public Desk(String account, Permits permits, Money money, Chance chance) {
    this.account = account;
    this.permits = permits;
    this.money = money;
    this.chance = chance;
  }

  /// Who wants to call. Told exactly once, unless it leaves, on any thread: must be quick and must
  /// not throw.
  public interface Caller {
    /// The call may go out.
    void cleared(Clearance clearance);

    /// The call may not go out.
    void withheld(Withheld why);
  }

  /// A call on its way through.
  public interface Request {
    /// Nobody waits for it any more: whatever it got or gets is given back, and nothing is told.
    void leave();
  }

  /// The account's name.
  public String account() {
    return account;
  }

  /// The account's permits.
  public Permits permits() {
    return permits;
  }

  Till till() {
    return money.till();
  }

  boolean keepsRecords() {
    return money.records();
  }

  /// Asks for leave.
  public Request clear(PaidCall call, Caller caller) {
    var price = money.prices().of(account, call.model());
    var written = call.size().written(money.prices().mostWritten(account, call.model()));
    if (till().bounds(account, call.project())) {
      var why = unbounded(call.model(), price, written);
      if (why.isPresent()) {
        caller.withheld(why.get());
        return () -> {};
      }
    }
    long most = written.orElse(UNKNOWN_WRITTEN * call.size().choices());
    var worst = price.map(p -> p.worst(call.size().promptTokens(), most)).orElse(NanoUsd.ZERO);
    var passage =
        new Passage(
            call,
            new Charge(call.id(), account, call.project(), call.model(), worst),
            price,
            caller);
    till().reserve(passage.charge, passage);
    return passage;
  }

  /// Why nobody can say what a call costs at the most.
  private static Optional<Withheld> unbounded(
      String model, Optional<Price> price, OptionalLong written) {
    if (price.isEmpty()) {
      return Optional.of(new Withheld.PriceUnknown(model));
    }
    return written.isEmpty() && price.get().completion().nanos() > 0
        ? Optional.of(new Withheld.MaximumUnknown(model))
        : Optional.empty();
  }

  /// A provider's wish for a pause.
  ///
  /// @param asked how long, where it said so
  public Pushback pushback(Optional<Duration> asked) {
    var nanos =
        asked
            .filter(wait -> !wait.isNegative())
            .map(wait -> OptionalLong.of(wait.toNanos()))
            .orElse(OptionalLong.empty());
    return new Pushback(nanos, chance.jitter().nextInt(WHOLE + 1));
  }

  /// What the account has against any call of now, whatever it costs; empty where nothing is.
  ///
  /// @param patience how long a permit is waited for
  public Optional<Plan.Bar> bar(Duration patience) {
    return Standstill.of(account, permits.view(), chance.ticker().nanos(), patience)
        .or(this::spent);
  }

  /// That nothing of the account's day is left; empty where something is.
  public Optional<Plan.Bar> spent() {
    return till()
        .left(Scope.account(account))
        .filter(left -> left.amount().nanos() == 0)
        .map(left -> Standstill.budget(account, left, till().now()));
  }

  private enum Stage {
    OPEN,
    TOLD,
    LEFT
  }

  /// One call between its wish and its leave.
  private final class Passage implements Till.Buyer, Permits.Asker, Request {
    private final PaidCall call;
    private final Charge charge;
    private final Optional<Price> price;
    private final Caller caller;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.OPEN);
    private final AtomicReference<Optional<Permits.Waiting>> waiting =
        new AtomicReference<>(Optional.empty());

    private Passage(PaidCall call, Charge charge, Optional<Price> price, Caller caller) {
      this.call = call;
      this.charge = charge;
      this.price = price;
      this.caller = caller;
    }

    @Override
    public void reserved() {
      if (stage.get() != Stage.OPEN) {
        till().release(charge.id());
        return;
      }
      var wish =
          new Permits.Wish(
              "server", call.project().orElse(""), call.use(), call.patience(), call.term());
      var seat = permits.ask(wish, this);
      waiting.set(Optional.of(seat));
      if (stage.get() == Stage.LEFT) {
        seat.leave();
      }
    }

    @Override
    public void refused(Grant.Refused refusal) {
      withheld(new Withheld.Budget(refusal));
    }

    @Override
    public void failed(String why) {
      withheld(new Withheld.NotWritten(why));
    }

    @Override
    public void granted(Lease lease) {
      var clearance = new Clearance(Desk.this, charge, price, lease);
      if (stage.compareAndSet(Stage.OPEN, Stage.TOLD)) {
        caller.cleared(clearance);
      } else {
        clearance.unsent();
      }
    }

    @Override
    public void refused(Effect.Refused refusal) {
      till().release(charge.id());
      withheld(new Withheld.Permit(refusal));
    }

    private void withheld(Withheld why) {
      if (stage.compareAndSet(Stage.OPEN, Stage.TOLD)) {
        caller.withheld(why);
      }
    }

    @Override
    public void leave() {
      if (stage.compareAndSet(Stage.OPEN, Stage.LEFT)) {
        waiting.get().ifPresent(Permits.Waiting::leave);
        till().release(charge.id());
      }
    }
  }
}
