package dev.interlock.core.budget;

import static dev.interlock.core.budget.Ticks.SECOND;

import dev.interlock.core.budget.Effect.Alarm;
import dev.interlock.core.budget.Effect.Alarm.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One account's budget: a step from an event and the time to effects (A8 to A12, A17; design §2.4,
/// §4). No clock, no chance, no input or output: the same events give the same effects.
///
/// ```
/// asked -> waiting -> granted: a lease -> ended | expired
///             \-----> refused | left
/// ```
///
/// A call starts when all of these hold: the money allows it; no pause is on; fewer permits are out
/// than the effective limit, which is the ceiling or less after a 429; fewer calls have started
/// within a minute than the believed rate; its project is not paused. Who may start is started in
/// the same step. Whoever can't start before its deadline is refused in the same step, with the
/// time before which it is in vain.
///
/// Thread: the account's lane. Cost of a step: O(log n) in the waiters, O(n) in permits and
/// projects.
public final class AccountBudget {
  /// More may not wait.
  static final int MOST_WAITERS = 10_000;

  /// So long after the last interactive ask the interactive share is kept free, and lent to bulk
  /// work afterwards.
  static final long SHARE_KEPT = 600 * SECOND;

  /// Of permits one in eight, and at least one, is the interactive share.
  private static final int SHARE_OF_PERMITS = 8;

  /// Of a window's starts one in 32 is the interactive share: it is not lent, since a full window
  /// lasts a minute, and a bulk job alone still uses more than 0.95.
  private static final int SHARE_OF_STARTS = 32;

  /// After so many interactive waiters have passed bulk work, it has a turn.
  private static final int PASSES = 7;

  private static final List<Use> USES = List.of(Use.values());

  private static final long SEED_LATENCY = 2 * SECOND;
  private static final long LONGEST_LATENCY = 3600 * SECOND;

  private final Leases leases;
  private final Waiting waiting = new Waiting();
  private final RateWindow starts = new RateWindow();
  private final RateWindow bulkStarts = new RateWindow();
  private final Map<String, Long> pausedProjects = new HashMap<>();
  private Throttle throttle = Throttle.FREE;
  private Throttle full = Throttle.FREE;
  private Funds funds;
  private long meanLatency = SEED_LATENCY;
  private OptionalInt typed = OptionalInt.empty();
  private OptionalInt reportedRpm = OptionalInt.empty();
  private String note = "";
  private OptionalLong lastInteractive = OptionalLong.empty();
  private OptionalLong armed = OptionalLong.empty();
  private int passes;
  private long now;

  /// An account of which nothing is known.
  ///
  /// @param firstLease the first lease's id: above all that were given before
  public AccountBudget(long firstLease, long nowNanos) {
    this.leases = new Leases(firstLease);
    this.funds = Funds.unknown(nowNanos);
    this.now = nowNanos;
  }

  /// The next step.
  ///
  /// @param nowNanos the present tick, never before that of an earlier step
  /// @return what the lane has to do, in order
  /// @throws IllegalArgumentException if the time runs backwards or a waiter's number is in use
  public List<Effect> on(Event event, long nowNanos) {
    check(event, nowNanos);
    now = nowNanos;
    var effects = new ArrayList<Effect>();
    expire(effects);
    settle();
    apply(event, effects);
    refuseLate(effects);
    grant(effects);
    refuseHopeless(effects);
    arm(effects);
    return effects;
  }

  /// The budget as the last step left it.
  public View view() {
    var facts = facts();
    var ceiling = Ceiling.of(facts);
    var believed = facts.believedRpm();
    var paused = full.pausedUntil(now).isPresent();
    return new View(
        paused && !funds.state().stops() ? State.IN_FLIGHT_FULL : funds.state(),
        new View.Permits(
            leases.size(),
            waiting.size(),
            limit(),
            ceiling.permits(),
            ceiling.source(),
            ceiling.why()),
        new View.Rpm(reportedRpm, believed, believed, starts.count(now)),
        pauseNow().map(o -> OptionalLong.of(o.untilNanos())).orElse(OptionalLong.empty()),
        funds.opensNanos(),
        meanLatency);
  }

  private void check(Event event, long nowNanos) {
    if (Ticks.before(nowNanos, now)) {
      throw new IllegalArgumentException(
          "the time runs backwards by %d ns".formatted(now - nowNanos));
    }
    if (event instanceof Event.Asked(var ask) && waiting.has(ask.waiter())) {
      throw new IllegalArgumentException("waiter %d waits already".formatted(ask.waiter()));
    }
  }

  private void expire(List<Effect> effects) {
    for (var lease : leases.takeExpired(now)) {
      var words = "%s did not return permit %d in time".formatted(lease.holder(), lease.id());
      effects.add(new Alarm(Kind.LEASE_EXPIRED, words));
    }
  }

  private void settle() {
    throttle = throttle.settled(ceiling(), now);
    full = full.settled(ceiling(), now);
    funds = funds.at(now);
    pausedProjects.values().removeIf(until -> Ticks.reached(until, now));
  }

  private void apply(Event event, List<Effect> effects) {
    switch (event) {
      case Event.Asked(var ask) -> ask(ask, effects);
      case Event.Left(var waiter) -> waiting.remove(waiter);
      case Event.Ended(var id, var outcome) ->
          leases.takeBack(id).ifPresent(lease -> ended(lease, outcome, effects));
      case Event.Renewed(var id, var term) -> leases.renew(id, now + term);
      case Event.Discovered(var rpm, var money, var asked) -> {
        reportedRpm = rpm;
        note = "";
        money.ifPresent(news -> hear(news, asked, effects));
      }
      case Event.DiscoveryFailed(var why) -> note = why;
      case Event.Ordered(var order) -> funds = funds.told(order, now);
      case Event.Limited(var permits) -> typed = permits;
      case Event.Weighted(var project, var weight) -> waiting.weigh(project, weight);
      case Event.ProjectPaused(var project, var until) -> pause(project, until, effects);
      case Event.Woke _ -> {}
    }
  }

  private void ask(Ask ask, List<Effect> effects) {
    if (ask.use() == Use.INTERACTIVE) {
      lastInteractive = OptionalLong.of(now);
    }
    var waiter = new Waiter(ask, now + ask.waitNanos());
    var paused = pausedUntil(ask.project());
    if (waiting.size() >= MOST_WAITERS) {
      effects.add(refused(waiter, Reason.QUEUE_FULL, guess()));
    } else if (paused.isPresent() && Ticks.before(waiter.deadlineNanos(), paused.getAsLong())) {
      effects.add(refused(waiter, Reason.PROJECT_PAUSED, paused.getAsLong() - now));
    } else {
      waiting.add(waiter);
    }
  }

  private void ended(Lease lease, Outcome outcome, List<Effect> effects) {
    switch (outcome) {
      case Outcome.Answered(var wire) ->
          meanLatency += (Math.min(wire, LONGEST_LATENCY) - meanLatency) / 5;
      case Outcome.Failed _ -> {}
      case Outcome.Throttled(var pushback) -> {
        var before = throttle;
        throttle = throttle.pushed(push(pushback, lease.startedNanos(), true));
        alarmLong(before, throttle, effects);
      }
      case Outcome.Unpaid(var news) -> hear(news, lease.startedNanos(), effects);
    }
  }

  private Throttle.Push push(Pushback pushback, long startedNanos, boolean halves) {
    return new Throttle.Push(pushback, startedNanos, now, limit(), halves);
  }

  private void alarmLong(Throttle before, Throttle after, List<Effect> effects) {
    long until = after.pausedUntil(now).orElse(now);
    if (until - now > Throttle.LONG_PAUSE
        && before.pausedUntil(now).orElse(now) - now <= Throttle.LONG_PAUSE) {
      long seconds = (until - now) / SECOND;
      var words = "the provider asked for a pause; the account waits %d s".formatted(seconds);
      effects.add(new Alarm(Kind.LONG_PAUSE, words));
    }
  }

  private void hear(News news, long askedNanos, List<Effect> effects) {
    if (news instanceof News.InFlightFull(var pushback)) {
      var before = full;
      full = full.pushed(push(pushback, askedNanos, false));
      alarmLong(before, full, effects);
      return;
    }
    var before = funds.state();
    funds = funds.heard(news, askedNanos, now);
    if (funds.state() != before) {
      alarm(funds.state()).ifPresent(effects::add);
    }
  }

  private static Optional<Alarm> alarm(State state) {
    return switch (state) {
      case UNKNOWN, FUNDED, IN_FLIGHT_FULL, DISABLED -> Optional.empty();
      case LOW -> Optional.of(new Alarm(Kind.LOW, "the account has little money left"));
      case KEY_CAPPED -> Optional.of(new Alarm(Kind.KEY_CAPPED, "the key has used up its own cap"));
      case EXHAUSTED ->
          Optional.of(new Alarm(Kind.EXHAUSTED, "the account has no money: nothing is sent"));
      case KEY_REFUSED ->
          Optional.of(new Alarm(Kind.KEY_REFUSED, "the provider refuses the key: push another"));
    };
  }

  private void pause(String project, long untilNanos, List<Effect> effects) {
    if (Ticks.reached(untilNanos, now)) {
      pausedProjects.remove(project);
      return;
    }
    pausedProjects.put(project, untilNanos);
    for (var waiter : waiting.takeBefore(project, untilNanos)) {
      effects.add(refused(waiter, Reason.PROJECT_PAUSED, untilNanos - now));
    }
  }

  /// A timer that came late must not let anybody start who has stopped waiting.
  private void refuseLate(List<Effect> effects) {
    for (var use : USES) {
      if (waiting.size(use) > 0) {
        waiting.takeBefore(use, now).forEach(waiter -> effects.add(overdue(waiter)));
      }
    }
  }

  private void refuseHopeless(List<Effect> effects) {
    for (var use : USES) {
      if (waiting.size(use) > 0) {
        obstacle(use)
            .ifPresent(
                o ->
                    (o.endless() ? waiting.takeAll(use) : waiting.takeBefore(use, o.untilNanos()))
                        .forEach(waiter -> effects.add(o.refused(waiter, now))));
        waiting.takeBefore(use, now + 1).forEach(waiter -> effects.add(overdue(waiter)));
      }
    }
  }

  private Effect overdue(Waiter waiter) {
    var paused = pausedUntil(waiter.project());
    return paused.isPresent()
        ? refused(waiter, Reason.PROJECT_PAUSED, paused.getAsLong() - now)
        : obstacle(waiter.ask().use())
            .map(o -> o.refused(waiter, now))
            .orElseGet(() -> refused(waiter, Reason.PERMITS_OUT, guess()));
  }

  private static Effect refused(Waiter waiter, Reason reason, long nanos) {
    return new Effect.Refused(waiter.id(), reason, OptionalLong.of(nanos));
  }

  /// When a permit should be free for one more, at the pace of now: 1 s or more.
  private long guess() {
    long before = waiting.size() + 1L;
    long byPermits = meanLatency * Math.ceilDiv(before, limit());
    var rpm = facts().believedRpm();
    long byRate = rpm.isPresent() ? RateWindow.WIDTH / rpm.getAsInt() * before : 0;
    return Math.max(SECOND, Math.max(byPermits, byRate));
  }

  private void grant(List<Effect> effects) {
    while (leases.size() < limit()) {
      var next = next();
      if (next.isEmpty()) {
        return;
      }
      var lease = leases.give(next.get().ask(), now);
      starts.started(now);
      if (lease.use() == Use.BULK) {
        bulkStarts.started(now);
      }
      effects.add(new Effect.Granted(next.get().id(), lease));
    }
  }

  /// Takes out who starts now, if anybody may: by use, but bulk work is not passed for ever.
  private Optional<Waiter> next() {
    if (ready(Use.WATCH)) {
      return waiting.take(Use.WATCH, this::open);
    }
    boolean bulk = leases.bulk() < limit() - share() && ready(Use.BULK);
    if (ready(Use.INTERACTIVE) && !(bulk && passes >= PASSES)) {
      passes = bulk ? passes + 1 : 0;
      return waiting.take(Use.INTERACTIVE, this::open);
    }
    passes = 0;
    return bulk ? waiting.take(Use.BULK, this::open) : Optional.empty();
  }

  private boolean ready(Use use) {
    return waiting.ready(use, this::open) && obstacle(use).isEmpty();
  }

  private boolean open(String project) {
    return !pausedProjects.containsKey(project);
  }

  /// What keeps all calls of a use from starting, permits apart: of several the one that lasts
  /// longest.
  private Optional<Obstacle> obstacle(Use use) {
    if (funds.bars(use)) {
      return Optional.of(Obstacle.of(funds));
    }
    return Obstacle.longer(pauseNow(), window(use));
  }

  private Optional<Obstacle> pauseNow() {
    return Obstacle.longer(
        Obstacle.of(Reason.COOLDOWN, throttle, now), Obstacle.of(Reason.IN_FLIGHT_FULL, full, now));
  }

  private Optional<Obstacle> window(Use use) {
    var rpm = facts().believedRpm();
    if (rpm.isEmpty()) {
      return Optional.empty();
    }
    int most = rpm.getAsInt();
    long free = starts.freeAt(most, now);
    if (use == Use.BULK) {
      free = Ticks.later(free, bulkStarts.freeAt(most - most / SHARE_OF_STARTS, now));
    }
    return Ticks.reached(free, now)
        ? Optional.empty()
        : Optional.of(new Obstacle(Reason.RATE_WINDOW, false, free, free));
  }

  private Ceiling.Facts facts() {
    return new Ceiling.Facts(
        typed, reportedRpm, funds.funded(), funds.balanceNanoUsd(), meanLatency, note);
  }

  private int ceiling() {
    return facts().permits();
  }

  /// Permits that may be out now: 1 or more.
  private int limit() {
    return Math.min(ceiling(), throttle.allowed(now));
  }

  private int share() {
    boolean kept = shareEnds().isPresent();
    return kept && limit() >= 2 ? Math.max(1, limit() / SHARE_OF_PERMITS) : 0;
  }

  /// When the interactive share is lent to bulk work, if it is kept now.
  private OptionalLong shareEnds() {
    if (lastInteractive.isEmpty()) {
      return lastInteractive;
    }
    long ends = lastInteractive.getAsLong() + SHARE_KEPT;
    return Ticks.reached(ends, now) ? OptionalLong.empty() : OptionalLong.of(ends);
  }

  private OptionalLong pausedUntil(String project) {
    var until = Optional.ofNullable(pausedProjects.get(project));
    return until.isPresent() ? OptionalLong.of(until.get()) : OptionalLong.empty();
  }

  /// Wishes to be woken when the next thing happens by time alone.
  private void arm(List<Effect> effects) {
    if (armed.isPresent() && Ticks.reached(armed.getAsLong(), now)) {
      armed = OptionalLong.empty();
    }
    var next = nextChange();
    if (next.isPresent()
        && (armed.isEmpty() || Ticks.before(next.getAsLong(), armed.getAsLong()))) {
      armed = next;
      effects.add(new Effect.WakeAt(next.getAsLong()));
    }
  }

  private OptionalLong nextChange() {
    var ticks = new ArrayList<OptionalLong>();
    ticks.add(leases.firstExpiry());
    ticks.add(throttle.nextGift(ceiling(), now));
    for (var use : USES) {
      if (waiting.size(use) > 0) {
        ticks.add(waiting.firstDeadline(use));
        obstacle(use)
            .filter(o -> !o.endless())
            .ifPresent(o -> ticks.add(OptionalLong.of(o.untilNanos())));
        ticks.add(use == Use.BULK ? shareEnds() : OptionalLong.empty());
      }
    }
    if (waiting.size() > 0) {
      pausedProjects.values().forEach(until -> ticks.add(OptionalLong.of(until)));
    }
    return Ticks.earliest(ticks);
  }
}
