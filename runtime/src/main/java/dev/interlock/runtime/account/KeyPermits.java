package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/// The permits of an account whose key may change: each key has a budget of its own (A8). A permit
/// is returned to the budget that gave it.
///
/// Thread: any.
public final class KeyPermits implements Permits {
  /// More leases than one key gives in a millisecond.
  private static final long LEASES_PER_MILLI = 1_000_000;

  private final LongFunction<AccountLane> lanes;
  private final Clocks clocks;
  private final OptionalInt typed;
  private final Map<String, Integer> weights = new ConcurrentHashMap<>();
  private final Map<Lease, Permits> out = new ConcurrentHashMap<>();
  private volatile AccountLane present;
  private volatile long firstLease;

  /// What it knows the time by.
  ///
  /// @param ticker how long somebody has waited
  /// @param wall so that ids of leases grow over restarts
  public record Clocks(Ticker ticker, WallClock wall) {
    private long firstLease() {
      return Math.multiplyExact(wall.now().toEpochMilli(), LEASES_PER_MILLI);
    }
  }

  /// @param lanes makes a budget of which nothing is known, by its first lease's id
  /// @param typed what a person typed
  public KeyPermits(LongFunction<AccountLane> lanes, Clocks clocks, OptionalInt typed) {
    this.lanes = lanes;
    this.clocks = clocks;
    this.typed = typed;
    this.firstLease = clocks.firstLease();
    this.present = lane();
  }

  private AccountLane lane() {
    var lane = lanes.apply(firstLease);
    lane.limited(typed);
    weights.forEach(lane::weighted);
    return lane;
  }

  /// Another key was pushed: nothing that was known of the one before holds. Who waits for a permit
  /// waits for one of the new key, and no longer than before.
  public void anotherKey() {
    firstLease = Math.max(clocks.firstLease(), firstLease + LEASES_PER_MILLI);
    var before = present;
    present = lane();
    before.ordered(Order.DISABLE);
  }

  @Override
  public Waiting ask(Wish wish, Asker asker) {
    var seat = new Seat(wish, asker);
    seat.take();
    return seat;
  }

  /// A wish in the queue of the present key; it moves on when that key is replaced.
  private final class Seat implements Waiting {
    private final Wish wish;
    private final Asker asker;
    private final long sinceNanos = clocks.ticker().nanos();
    private volatile Optional<Waiting> place = Optional.empty();
    private volatile boolean left;

    private Seat(Wish wish, Asker asker) {
      this.wish = wish;
      this.asker = asker;
    }

    private void take() {
      var lane = present;
      var waited = Duration.ofNanos(clocks.ticker().nanos() - sinceNanos);
      var taken = lane.ask(wish.after(waited), new InLane(lane));
      if (lane == present) {
        place = Optional.of(taken);
      }
      if (left) {
        taken.leave();
      }
    }

    @Override
    public void leave() {
      left = true;
      place.ifPresent(Waiting::leave);
    }

    /// What one lane says.
    private final class InLane implements Asker {
      private final AccountLane lane;

      private InLane(AccountLane lane) {
        this.lane = lane;
      }

      @Override
      public void granted(Lease lease) {
        if (lane == present) {
          out.put(lease, lane);
          asker.granted(lease);
        } else {
          lane.ended(lease, new Outcome.Failed());
          again();
        }
      }

      @Override
      public void refused(Effect.Refused refusal) {
        if (lane == present) {
          asker.refused(refusal);
        } else {
          again();
        }
      }

      private void again() {
        if (!left) {
          take();
        }
      }
    }
  }

  @Override
  public void renewed(Lease lease, Duration term) {
    Optional.ofNullable(out.get(lease)).ifPresent(lane -> lane.renewed(lease, term));
  }

  @Override
  public void ended(Lease lease, Outcome outcome) {
    Optional.ofNullable(out.remove(lease)).ifPresent(lane -> lane.ended(lease, outcome));
  }

  @Override
  public void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos) {
    present.discovered(reportedRpm, money, askedNanos);
  }

  @Override
  public void notDiscovered(String why) {
    present.notDiscovered(why);
  }

  @Override
  public void ordered(Order order) {
    present.ordered(order);
  }

  @Override
  public void limited(OptionalInt permits) {
    present.limited(permits);
  }

  @Override
  public void weighted(String project, int weight) {
    present.weighted(project, weight);
    weights.put(project, weight);
  }

  @Override
  public void projectPaused(String project, Duration pause) {
    present.projectPaused(project, pause);
  }

  @Override
  public View view() {
    return present.view();
  }
}
