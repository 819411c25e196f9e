package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/// The permits of an account whose key may change: each key has a budget of its own (A8). A permit
/// is returned to the budget that gave it.
///
/// Thread: any.
public final class KeyPermits implements Permits {
  /// More leases than one key gives in a millisecond.
  private static final long LEASES_PER_MILLI = 1_000_000;

  private final LongFunction<AccountLane> lanes;
  private final LongSupplier epochMillis;
  private final OptionalInt typed;
  private final Map<String, Integer> weights = new ConcurrentHashMap<>();
  private final Map<Lease, Permits> out = new ConcurrentHashMap<>();
  private volatile AccountLane present;
  private volatile long firstLease;

  /// @param lanes makes a budget of which nothing is known, by its first lease's id
  /// @param epochMillis the present, so that ids grow over restarts
  /// @param typed what a person typed
  public KeyPermits(LongFunction<AccountLane> lanes, LongSupplier epochMillis, OptionalInt typed) {
    this.lanes = lanes;
    this.epochMillis = epochMillis;
    this.typed = typed;
    this.firstLease = Math.multiplyExact(epochMillis.getAsLong(), LEASES_PER_MILLI);
    this.present = lane();
  }

  private AccountLane lane() {
    var lane = lanes.apply(firstLease);
    lane.limited(typed);
    weights.forEach(lane::weighted);
    return lane;
  }

  /// Another key was pushed: nothing that was known of the one before holds.
  public void anotherKey() {
    var now = Math.multiplyExact(epochMillis.getAsLong(), LEASES_PER_MILLI);
    firstLease = Math.max(now, firstLease + LEASES_PER_MILLI);
    present = lane();
  }

  @Override
  public Waiting ask(Wish wish, Asker asker) {
    var lane = present;
    return lane.ask(
        wish,
        new Asker() {
          @Override
          public void granted(Lease lease) {
            out.put(lease, lane);
            asker.granted(lease);
          }

          @Override
          public void refused(Effect.Refused refusal) {
            asker.refused(refusal);
          }
        });
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
