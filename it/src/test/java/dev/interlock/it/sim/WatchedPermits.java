package dev.interlock.it.sim;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import dev.interlock.runtime.account.Permits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// An account's permits, with a second bookkeeping beside them that is as plain as can be.
///
/// It looks only after a step in which something happened to the account: to look is to wake the
/// budget, and a lost wake-up would be healed by it.
final class WatchedPermits implements Permits {
  private static final long MINUTE = 60 * Ground.SECOND;

  private final Ground ground;
  private final String name;
  private final Permits permits;
  private final Turns turns;
  private final Map<Long, Lease> held = new HashMap<>();
  private final Map<Long, Place> waiting = new HashMap<>();
  private final TreeSet<Place> soonest = new TreeSet<>();
  private final Set<Long> ofOlderKeys = new HashSet<>();
  private final Deque<Long> starts = new ArrayDeque<>();
  private OptionalLong halvedAt = OptionalLong.empty();
  private long asks;
  private boolean touched;
  private boolean granted;
  private boolean inside;
  private int issued;
  private int halvings;
  private final Map<String, Long> longestWaits = new HashMap<>();

  /// An asker that was not told yet.
  ///
  /// @param deadline until when it waits, whatever key the permit is of
  private record Place(long deadline, long number) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return deadline == other.deadline
          ? Long.compare(number, other.number)
          : Long.compare(deadline, other.deadline);
    }
  }

  WatchedPermits(Ground ground, String name, Permits permits) {
    this.ground = ground;
    this.name = name;
    this.permits = permits;
    this.turns = new Turns(ground, name);
  }

  int issued() {
    return issued;
  }

  /// How long a project has waited for a permit at the most.
  long longestWait(String project) {
    return longestWaits.getOrDefault(project, 0L);
  }

  int halvings() {
    return halvings;
  }

  @Override
  public Waiting ask(Wish wish, Asker asker) {
    touched = true;
    long number = asks++;
    long asked = ground.now();
    var place = new Place(ground.now() + wish.patience().toNanos(), number);
    waiting.put(number, place);
    soonest.add(place);
    turns.asked(number, wish);
    var seat =
        permits.ask(
            wish,
            new Asker() {
              @Override
              public void granted(Lease lease) {
                told(place);
                turns.granted(number);
                longestWaits.merge(wish.project(), ground.now() - asked, Math::max);
                took(lease);
                asker.granted(lease);
              }

              @Override
              public void refused(Effect.Refused refusal) {
                told(place);
                turns.gone(number);
                asker.refused(refusal);
              }
            });
    return () -> {
      touched = true;
      forget(place);
      turns.gone(number);
      seat.leave();
    };
  }

  private void told(Place place) {
    touched = true;
    ground
        .verdict()
        .check(
            forget(place),
            Rule.ENDINGS,
            () -> "%s: asker %d told twice".formatted(name, place.number()));
  }

  private boolean forget(Place place) {
    soonest.remove(place);
    return waiting.remove(place.number()) != null;
  }

  private void took(Lease lease) {
    issued++;
    granted = true;
    boolean fresh = held.put(lease.id(), lease) == null;
    ground
        .verdict()
        .check(
            fresh, Rule.LEASES, () -> "%s: lease %d was given twice".formatted(name, lease.id()));
    starts.addLast(ground.now());
  }

  /// A call goes out under a lease.
  void used(Lease lease) {
    ground
        .verdict()
        .check(
            held.containsKey(lease.id()) || ofOlderKeys.contains(lease.id()),
            Rule.LEASES,
            () ->
                "%s: a call goes out under lease %d, which is not out".formatted(name, lease.id()));
  }

  @Override
  public void ended(Lease lease, Outcome outcome) {
    touched = true;
    answers(outcome);
    ofOlderKeys.remove(lease.id());
    boolean present = held.remove(lease.id()) != null;
    boolean expired = ground.time().nanos() - lease.expiresNanos() >= 0;
    if (!(outcome instanceof Outcome.Throttled) || !present || expired || inside) {
      permits.ended(lease, outcome);
      return;
    }
    int before = permits.view().permits().effective();
    inside = true;
    permits.ended(lease, outcome);
    inside = false;
    halving(lease, before, permits.view().permits().effective());
  }

  /// What a provider says may leave fewer permits: whoever was given one before, in the same step,
  /// was given it rightly.
  private void answers(Outcome outcome) {
    switch (outcome) {
      case Outcome.Answered _, Outcome.Throttled _, Outcome.Unpaid _ -> grantsHold();
      case Outcome.Failed _ -> {}
    }
  }

  private void grantsHold() {
    if (granted && !inside) {
      forgetExpired();
      grantsHold(permits.view());
    }
  }

  private void grantsHold(View view) {
    if (granted) {
      granted = false;
      ground
          .verdict()
          .check(
              held.size() <= view.permits().effective(),
              Rule.PERMITS,
              () -> "%s: %d out of %s".formatted(name, held.size(), view.permits()));
      rate(view.rpm().enforced());
    }
  }

  private void halving(Lease lease, int before, int after) {
    long started = ground.now() - (ground.time().nanos() - lease.startedNanos());
    if (halvedAt.isEmpty() || started > halvedAt.getAsLong()) {
      halvedAt = OptionalLong.of(ground.now());
      halvings++;
      ground
          .verdict()
          .check(
              after >= Math.max(1, before / 2) && after <= Math.max(1, (before + 1) / 2),
              Rule.HALVING,
              () -> "%s: %d permits after a pushback, %d before".formatted(name, after, before));
    } else {
      ground
          .verdict()
          .check(
              after >= before,
              Rule.HALVING,
              () ->
                  "%s: %d permits after another answer of a burst, %d before"
                      .formatted(name, after, before));
    }
  }

  /// After a step: what must hold does, if anything happened to the account.
  void look() {
    ground
        .verdict()
        .check(
            soonest.isEmpty() || soonest.first().deadline() >= ground.now(),
            Rule.WAKE,
            () -> "%s: somebody waits beyond its time".formatted(name));
    if (!touched) {
      return;
    }
    touched = false;
    forgetExpired();
    look(permits.view());
  }

  private void forgetExpired() {
    held.values().removeIf(lease -> ground.time().nanos() - lease.expiresNanos() >= 0);
  }

  private void look(View view) {
    var p = view.permits();
    var verdict = ground.verdict();
    verdict.check(
        p.effective() >= 1 && p.effective() <= p.ceiling() && p.ceiling() <= 256,
        Rule.PERMITS,
        () -> "%s: %s".formatted(name, p));
    verdict.check(
        p.inFlight() == held.size(),
        Rule.LEASES,
        () -> "%s: %d permits are out, and %d are held".formatted(name, p.inFlight(), held.size()));
    verdict.check(
        p.waiting() == soonest.size(),
        Rule.WAKE,
        () -> "%s: %d wait, and %s were never told".formatted(name, p.waiting(), soonest));
    grantsHold(view);
  }

  private void rate(OptionalInt rpm) {
    while (!starts.isEmpty() && ground.now() - starts.getFirst() >= MINUTE) {
      starts.removeFirst();
    }
    ground
        .verdict()
        .check(
            starts.size() <= rpm.orElse(Integer.MAX_VALUE),
            Rule.RATE,
            () -> "%s: %d starts within a minute, %s allowed".formatted(name, starts.size(), rpm));
  }

  /// Another key: another budget, of which nothing is known.
  void anotherKey() {
    ofOlderKeys.addAll(held.keySet());
    held.clear();
    starts.clear();
    turns.anew();
    halvedAt = OptionalLong.empty();
    touched = true;
  }

  /// Askers that were not told yet.
  int waiting() {
    return waiting.size();
  }

  /// Permits that somebody holds.
  int out() {
    return held.size();
  }

  @Override
  public void renewed(Lease lease, Duration term) {
    Optional.ofNullable(held.get(lease.id()))
        .ifPresent(
            l ->
                held.put(
                    l.id(),
                    new Lease(
                        l.id(),
                        l.holder(),
                        l.project(),
                        l.use(),
                        l.startedNanos(),
                        ground.time().nanos() + term.toNanos())));
    permits.renewed(lease, term);
  }

  @Override
  public void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos) {
    touched = true;
    grantsHold();
    permits.discovered(reportedRpm, money, askedNanos);
  }

  @Override
  public void notDiscovered(String why) {
    touched = true;
    permits.notDiscovered(why);
  }

  @Override
  public void ordered(Order order) {
    touched = true;
    permits.ordered(order);
  }

  @Override
  public void limited(OptionalInt most) {
    touched = true;
    permits.limited(most);
  }

  @Override
  public void weighted(String project, int weight) {
    turns.weighted(project, weight);
    permits.weighted(project, weight);
  }

  @Override
  public void projectPaused(String project, Duration pause) {
    touched = true;
    turns.paused(project);
    permits.projectPaused(project, pause);
  }

  @Override
  public View view() {
    return permits.view();
  }
}
