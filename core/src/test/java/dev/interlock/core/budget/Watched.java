package dev.interlock.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// A budget on manual time, with a second bookkeeping beside it that is as plain as can be: after
/// each step all that must always hold is checked.
final class Watched {
  static final long SECOND = 1_000_000_000L;
  static final long MINUTE = 60 * SECOND;

  /// Near the end of the ticks, so that each history wraps around.
  static final long ORIGIN = Long.MAX_VALUE - 5 * SECOND;

  final Map<Long, Ask> waiting = new HashMap<>();
  final Map<Long, Lease> out = new HashMap<>();
  final Map<Long, Long> deadlines = new HashMap<>();
  final Map<String, Long> paused = new HashMap<>();
  final List<Effect> said = new ArrayList<>();
  private final Set<Long> ended = new HashSet<>();
  private final Deque<Long> starts = new ArrayDeque<>();
  private final Deque<Long> bulkStarts = new ArrayDeque<>();
  private final AccountBudget budget = new AccountBudget(1, ORIGIN);
  private OptionalLong halved = OptionalLong.empty();
  private Optional<Long> lastInteractive = Optional.empty();
  private long wake;
  private boolean armed;
  int issued;
  int returned;
  int expired;
  int halvings;
  long now = ORIGIN;

  View view() {
    return budget.view();
  }

  /// When the budget wishes to be woken next.
  OptionalLong nextWake() {
    return armed ? OptionalLong.of(wake) : OptionalLong.empty();
  }

  /// Goes on to a moment, waking the budget whenever it wished so.
  void until(long tick) {
    while (armed && wake - tick <= 0) {
      now = wake;
      on(new Event.Woke());
    }
    now = tick;
  }

  /// A wake before its time finds nothing to do, or the wish was too late.
  void glance() {
    if (!armed || wake - now > 0) {
      assertThat(on(new Event.Woke())).noneMatch(e -> !(e instanceof Effect.WakeAt));
    }
  }

  List<Effect> on(Event event) {
    var before = budget.view();
    note(event);
    if (armed && now - wake >= 0) {
      armed = false;
    }
    var ending =
        event instanceof Event.Ended end ? Optional.ofNullable(out.get(end.lease())) : none();
    var effects = budget.on(event, now);
    lapse();
    if (event instanceof Event.Ended end && out.remove(end.lease()) != null) {
      returned++;
    }
    var after = budget.view();
    effects.forEach(effect -> perform(effect, after));
    halving(event, ending, before, after);
    said.addAll(effects);
    check(after);
    return effects;
  }

  private static Optional<Lease> none() {
    return Optional.empty();
  }

  private void note(Event event) {
    switch (event) {
      case Event.Asked(var ask) -> {
        waiting.put(ask.waiter(), ask);
        deadlines.put(ask.waiter(), now + ask.waitNanos());
        if (ask.use() == Use.INTERACTIVE) {
          lastInteractive = Optional.of(now);
        }
      }
      case Event.Left(var waiter) -> {
        if (waiting.remove(waiter) != null) {
          assertThat(ended.add(waiter)).isTrue();
        }
      }
      case Event.Renewed(var id, var term) ->
          out.computeIfPresent(id, (_, l) -> now - l.expiresNanos() >= 0 ? l : l.until(now + term));
      case Event.ProjectPaused(var project, var until) -> paused.put(project, until);
      case Event.Ended _,
          Event.Discovered _,
          Event.DiscoveryFailed _,
          Event.Ordered _,
          Event.Limited _,
          Event.Weighted _,
          Event.Woke _ -> {}
    }
  }

  private void lapse() {
    for (var lease : List.copyOf(out.values())) {
      if (now - lease.expiresNanos() >= 0) {
        out.remove(lease.id());
        expired++;
      }
    }
  }

  private void perform(Effect effect, View after) {
    switch (effect) {
      case Effect.Granted(var waiter, var lease) -> {
        assertThat(waiting).as("granted once, and while it waits").containsKey(waiter);
        var ask = Objects.requireNonNull(waiting.get(waiter));
        long deadline = deadlines.getOrDefault(waiter, now);
        assertThat(deadline - now).as("granted in time").isNotNegative();
        leave(waiter);
        out.put(lease.id(), lease);
        issued++;
        starts.addLast(now);
        if (ask.use() == Use.BULK) {
          bulkStarts.addLast(now);
        }
        assertThat(lease.startedNanos()).isEqualTo(now);
        assertThat(lease.expiresNanos()).isEqualTo(now + ask.termNanos());
        assertThat(open(ask.project())).as("its project may go").isTrue();
        assertThat(out.size()).as("permits out").isLessThanOrEqualTo(after.permits().effective());
        assertThat(after.cooldownUntilNanos()).as("no call in a pause").isEmpty();
        assertThat(bars(after, ask.use())).as("the money allows it").isFalse();
        after
            .rpm()
            .enforced()
            .ifPresent(
                rpm ->
                    assertThat(within(starts)).as("starts in a minute").isLessThanOrEqualTo(rpm));
      }
      case Effect.Refused refused -> {
        assertThat(waiting).as("refused once, and while it waits").containsKey(refused.waiter());
        refused.retryAfterNanos().ifPresent(nanos -> assertThat(nanos).isPositive());
        leave(refused.waiter());
      }
      case Effect.WakeAt(var tick) -> {
        assertThat(tick - now).as("a wish for later").isPositive();
        wake = armed && wake - tick < 0 ? wake : tick;
        armed = true;
      }
      case Effect.Alarm _ -> {}
    }
  }

  private void leave(long waiter) {
    waiting.remove(waiter);
    deadlines.remove(waiter);
    assertThat(ended.add(waiter)).as("one ending for each waiter").isTrue();
  }

  /// A 429 of a call that began after the last halving halves; of any other it does not.
  private void halving(Event event, Optional<Lease> ending, View before, View after) {
    if (event instanceof Event.Ended(var _, Outcome.Throttled _)
        && ending.isPresent()
        && now - ending.get().expiresNanos() < 0) {
      int was = before.permits().effective();
      int is = after.permits().effective();
      if (halved.isEmpty() || ending.get().startedNanos() - halved.getAsLong() > 0) {
        assertThat(is).as("halved").isBetween(Math.max(1, was / 2), Math.max(1, (was + 1) / 2));
        halved = OptionalLong.of(now);
        halvings++;
      } else {
        assertThat(is).as("one halving for each burst").isGreaterThanOrEqualTo(was);
      }
    }
  }

  private void check(View view) {
    var permits = view.permits();
    assertThat(permits.effective()).isBetween(1, permits.ceiling());
    assertThat(permits.ceiling()).isLessThanOrEqualTo(256);
    assertThat(permits.inFlight()).as("in flight").isEqualTo(out.size());
    assertThat(issued).as("issued").isEqualTo(out.size() + returned + expired);
    assertThat(permits.waiting()).as("waiting").isEqualTo(waiting.size());
    assertThat(bulk()).isLessThanOrEqualTo(out.size());
    if (!waiting.isEmpty() || !out.isEmpty()) {
      assertThat(armed).as("a wake is wished for").isTrue();
      assertThat(wake - now).as("and not one of before").isPositive();
    }
    for (var ask : waiting.values()) {
      if (couldStart(ask, view)) {
        throw new AssertionError("could start, and waits: " + ask);
      }
      if (deadlines.getOrDefault(ask.waiter(), now) - now <= 0) {
        throw new AssertionError("waits beyond its deadline: " + ask);
      }
    }
  }

  /// The rules once more, in the plainest words.
  private boolean couldStart(Ask ask, View view) {
    if (bars(view, ask.use()) || view.cooldownUntilNanos().isPresent() || !open(ask.project())) {
      return false;
    }
    int limit = view.permits().effective();
    int rpm = view.rpm().enforced().orElse(Integer.MAX_VALUE);
    boolean any = out.size() < limit && within(starts) < rpm;
    if (ask.use() != Use.BULK) {
      return any;
    }
    boolean kept = lastInteractive.isPresent() && now - lastInteractive.get() < 600 * SECOND;
    int share = kept && limit > 1 ? Math.max(1, limit / 8) : 0;
    return any && bulk() < limit - share && within(bulkStarts) < rpm - rpm / 32;
  }

  private static boolean bars(View view, Use use) {
    return switch (view.state()) {
      case UNKNOWN, FUNDED, LOW, IN_FLIGHT_FULL -> false;
      case KEY_CAPPED, EXHAUSTED -> use != Use.WATCH;
      case KEY_REFUSED, DISABLED -> true;
    };
  }

  private boolean open(String project) {
    var until = paused.get(project);
    return until == null || now - until >= 0;
  }

  private long bulk() {
    return out.values().stream().filter(lease -> lease.use() == Use.BULK).count();
  }

  private int within(Deque<Long> ticks) {
    while (!ticks.isEmpty() && now - ticks.getFirst() >= MINUTE) {
      ticks.removeFirst();
    }
    return ticks.size();
  }

  /// The tick so many seconds after the beginning.
  static long after(long seconds) {
    return ORIGIN + seconds * SECOND;
  }

  static OptionalInt rpm(int requests) {
    return OptionalInt.of(requests);
  }
}
