package dev.interlock.runtime.account;

import dev.interlock.core.budget.AccountBudget;
import dev.interlock.core.budget.Ask;
import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Event;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// One account's budget behind one lane (A8, design §2.4, §2.8).
///
/// Askers are told on whatever thread empties the mailbox.
///
/// Thread: any.
public final class AccountLane implements Permits {
  private static final Logger LOG = Logger.getLogger(AccountLane.class.getName());
  private static final Outcome NEVER_SENT = new Outcome.Failed();

  private final Clock clock;
  private final Consumer<Effect.Alarm> alarms;
  private final AccountBudget budget;
  private final Mailbox mailbox = new Mailbox();
  private final AtomicLong waiters = new AtomicLong();
  private final Map<Long, Seat> seats = new HashMap<>();
  private final Wakes wakes = new Wakes();
  private volatile View view;

  /// The clock, and the one way to wait.
  public record Clock(Ticker ticker, Scheduler scheduler) {
    long now() {
      return ticker.nanos();
    }
  }

  /// An account of which nothing is known.
  ///
  /// @param firstLease the first lease's id: above all that were given before
  /// @param alarms told what somebody has to know, on any thread: must be quick
  public AccountLane(Clock clock, long firstLease, Consumer<Effect.Alarm> alarms) {
    this.clock = clock;
    this.alarms = alarms;
    this.budget = new AccountBudget(firstLease, clock.now());
    this.view = budget.view();
  }

  @Override
  public Waiting ask(Wish wish, Asker asker) {
    var seat = new Seat(waiters.getAndIncrement(), asker);
    mailbox.put(() -> sit(seat, wish));
    return seat;
  }

  private void sit(Seat seat, Wish wish) {
    seats.put(seat.waiter, seat);
    step(
        new Event.Asked(
            new Ask(
                seat.waiter,
                wish.holder(),
                wish.project(),
                wish.use(),
                wish.patience().toNanos(),
                wish.term().toNanos())));
  }

  @Override
  public void renewed(Lease lease, Duration term) {
    tell(new Event.Renewed(lease.id(), term.toNanos()));
  }

  @Override
  public void ended(Lease lease, Outcome outcome) {
    tell(new Event.Ended(lease.id(), outcome));
  }

  @Override
  public void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos) {
    tell(new Event.Discovered(reportedRpm, money, askedNanos));
  }

  @Override
  public void notDiscovered(String why) {
    tell(new Event.DiscoveryFailed(why));
  }

  @Override
  public void ordered(Order order) {
    tell(new Event.Ordered(order));
  }

  @Override
  public void limited(OptionalInt permits) {
    tell(new Event.Limited(permits));
  }

  @Override
  public void weighted(String project, int weight) {
    tell(new Event.Weighted(project, weight));
  }

  @Override
  public void projectPaused(String project, Duration pause) {
    mailbox.put(() -> step(new Event.ProjectPaused(project, clock.now() + pause.toNanos())));
  }

  @Override
  public View view() {
    mailbox.put(
        () -> {
          step(new Event.Woke());
          view = budget.view();
        });
    return view;
  }

  private void tell(Event event) {
    mailbox.put(() -> step(event));
  }

  private void step(Event event) {
    for (var effect : budget.on(event, clock.now())) {
      switch (effect) {
        case Effect.Granted(var waiter, var lease) ->
            taken(waiter).ifPresent(seat -> seat.granted(lease));
        case Effect.Refused refused ->
            taken(refused.waiter())
                .ifPresent(seat -> Mailbox.guarded(() -> seat.asker.refused(refused)));
        case Effect.Alarm alarm -> Mailbox.guarded(() -> alarms.accept(alarm));
        case Effect.WakeAt(var tick) -> start(wakes.wish(tick));
      }
    }
  }

  private Optional<Seat> taken(long waiter) {
    return Optional.ofNullable(seats.remove(waiter));
  }

  private void start(OptionalLong timer) {
    timer.ifPresent(
        tick ->
            clock
                .scheduler()
                .after(
                    Duration.ofNanos(Math.max(0, tick - clock.now())),
                    () -> mailbox.put(() -> wentOff(tick))));
  }

  /// A timer that goes off early, by another clock than ours, is started again: the budget takes
  /// for granted that it is woken.
  private void wentOff(long tick) {
    if (wakes.wentOff(tick, clock.now())) {
      step(new Event.Woke());
    }
    start(wakes.timer());
  }

  /// One asker's place, from the wish to the answer. Owner thread: the lane, but for [#leave].
  private final class Seat implements Waiting {
    private final long waiter;
    private final Asker asker;
    private Optional<Lease> lease = Optional.empty();

    private Seat(long waiter, Asker asker) {
      this.waiter = waiter;
      this.asker = asker;
    }

    /// An asker that breaks can't be trusted to end its lease.
    private void granted(Lease given) {
      lease = Optional.of(given);
      try {
        asker.granted(given);
      } catch (RuntimeException e) {
        LOG.log(Level.SEVERE, e, () -> "an asker broke; its permit is taken back");
        ended(given, NEVER_SENT);
      }
    }

    @Override
    public void leave() {
      mailbox.put(
          () -> {
            if (seats.remove(waiter) != null) {
              step(new Event.Left(waiter));
            }
            lease.ifPresent(given -> step(new Event.Ended(given.id(), NEVER_SENT)));
          });
    }
  }
}
