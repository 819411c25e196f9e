package dev.interlock.it.sim;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Tokens;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// A cloud provider's side of one account: what it says of its limits, what it enforces, whom it
/// sends away, and what it bills.
final class Cloud {
  private static final long MINUTE = 60 * Ground.SECOND;

  /// No pushback is over sooner, whatever the provider says.
  private static final long LEAST_PAUSE = Ground.SECOND / 2;

  private static final long OWN_PAUSE = 2 * Ground.SECOND;

  private final Ground ground;
  private final String name;
  private final Terms terms;
  private final List<Spell> spells;
  private final RandomGenerator latency;
  private final RandomGenerator luck;
  private final Deque<Long> starts = new ArrayDeque<>();
  private final Map<String, Call> active = new LinkedHashMap<>();
  private final Map<String, NanoUsd> bills = new HashMap<>();
  private final List<Long> throttledAt = new ArrayList<>();
  private long billed;
  private long pausedUntil;
  private OptionalLong burst = OptionalLong.empty();
  private int peak;
  private int answered;
  private long longestWire;

  /// What the account is like.
  ///
  /// @param reported the rate a minute that it tells of
  /// @param enforced the rate a minute that it keeps, where it keeps any
  /// @param parallel calls at once that it takes
  /// @param meanNanos of a call, where that is drawn
  record Terms(
      OptionalInt reported, OptionalInt enforced, int parallel, long meanNanos, Price price) {}

  /// One call.
  ///
  /// @param id as it is paid for
  /// @param lease of the permit under which it comes
  /// @param startedNanos when that was given
  /// @param workNanos how long it takes; 0 leaves it to chance
  record Call(String id, long lease, long startedNanos, Tokens tokens, long workNanos) {}

  Cloud(Ground ground, String name, Terms terms, List<Spell> spells) {
    this.ground = ground;
    this.name = name;
    this.terms = terms;
    this.spells = spells;
    this.latency = ground.chance(name + " latency");
    this.luck = ground.chance(name + " luck");
  }

  String name() {
    return name;
  }

  Terms terms() {
    return terms;
  }

  List<Spell> spells() {
    return spells;
  }

  /// Nano-dollars billed so far.
  long billed() {
    return billed;
  }

  /// What it billed for a call, where it knows of it: its own record.
  Optional<NanoUsd> bill(String id) {
    return Optional.ofNullable(bills.get(id));
  }

  int peak() {
    return peak;
  }

  long longestWire() {
    return longestWire;
  }

  int answered() {
    return answered;
  }

  /// When it answered 429, since the beginning.
  List<Long> throttledAt() {
    return throttledAt;
  }

  /// Takes a call. Nobody is told where the answer is lost.
  void call(Call call, Consumer<Reply> told) {
    arrived(call);
    long now = ground.now();
    if (spell(Spell.Kind.DEAD).isPresent()) {
      ground.after(5 * Ground.MILLI, () -> told.accept(new Reply.Gone()));
      return;
    }
    var refusal = refusal(call);
    long wire = refusal.isPresent() ? 20 * Ground.MILLI : wire(call);
    starts.addLast(now);
    active.put(call.id(), call);
    peak = Math.max(peak, active.size());
    longestWire = Math.max(longestWire, wire);
    ground.after(wire, () -> done(call, refusal, wire, told));
  }

  private void arrived(Call call) {
    long now = ground.now();
    while (!starts.isEmpty() && now - starts.getFirst() >= MINUTE) {
      starts.removeFirst();
    }
    ground
        .verdict()
        .check(
            now >= pausedUntil,
            Rule.PAUSE,
            () -> "%s: call %s comes in a pause".formatted(name, call.id()));
    ground
        .verdict()
        .check(active.size() < 256, Rule.PERMITS, () -> "%s: more than 256 calls".formatted(name));
  }

  private long wire(Call call) {
    long work = call.workNanos() > 0 ? call.workNanos() : Ground.around(latency, terms.meanNanos());
    return spell(Spell.Kind.SLOW).isPresent() ? 10 * work : work;
  }

  private Optional<Spell> spell(Spell.Kind kind) {
    return Spell.on(spells, kind, ground.now());
  }

  private Optional<Reply> refusal(Call call) {
    return spell(Spell.Kind.KEY_REFUSED)
        .<Reply>map(_ -> new Reply.KeyRefused())
        .or(() -> spell(Spell.Kind.EXHAUSTED).map(_ -> new Reply.Exhausted()))
        .or(() -> spell(Spell.Kind.KEY_CAPPED).map(s -> new Reply.KeyCapped(left(s))))
        .or(() -> spell(Spell.Kind.STORM).map(s -> new Reply.Throttled(s.asked())))
        .or(() -> spell(Spell.Kind.IN_FLIGHT_FULL).map(s -> new Reply.InFlightFull(s.asked())))
        .or(
            () ->
                spell(Spell.Kind.TOO_DEAR)
                    .filter(_ -> call.tokens().completion() > 200)
                    .map(_ -> new Reply.TooDear()))
        .or(
            () ->
                spell(Spell.Kind.ERRORS)
                    .filter(_ -> luck.nextInt(3) == 0)
                    .map(_ -> new Reply.Broke()))
        .or(this::limit);
  }

  private Optional<Reply> limit() {
    boolean over =
        starts.size() >= terms.enforced().orElse(Integer.MAX_VALUE)
            || active.size() >= terms.parallel();
    return over ? Optional.of(new Reply.Throttled(Optional.empty())) : Optional.empty();
  }

  private Duration left(Spell spell) {
    return Duration.ofNanos(spell.toNanos() - ground.now());
  }

  private void done(Call call, Optional<Reply> refusal, long wire, Consumer<Reply> told) {
    if (active.remove(call.id()) == null) {
      return;
    }
    if (refusal.isPresent()) {
      bills.putIfAbsent(call.id(), NanoUsd.ZERO);
      if (refusal.get() instanceof Reply.Throttled(var asked)) {
        pushedBack(call, asked);
      }
      told.accept(refusal.get());
      return;
    }
    var cost = charge(call);
    if (spell(Spell.Kind.DEAF).isEmpty()) {
      answered++;
      told.accept(new Reply.Answered(cost, wire));
    }
  }

  private NanoUsd charge(Call call) {
    var cost = terms.price().of(call.tokens());
    billed += cost.nanos();
    bills.put(call.id(), cost);
    return cost;
  }

  /// The least pause that must follow. Of one burst, calls that began before it was known add none
  /// unless they name a time.
  private void pushedBack(Call call, Optional<Duration> asked) {
    long now = ground.now();
    throttledAt.add(now);
    boolean another = burst.isEmpty() || call.startedNanos() > burst.getAsLong();
    if (another || asked.isPresent()) {
      long pause = asked.map(Duration::toNanos).orElse(OWN_PAUSE);
      pausedUntil = Math.max(pausedUntil, now + Math.max(LEAST_PAUSE, pause));
    }
    burst = another ? OptionalLong.of(now) : burst;
  }

  /// The caller hangs up: what was done of the call is billed, which here is all of it.
  void cancel(String id) {
    var call = active.remove(id);
    if (call != null) {
      charge(call);
    }
  }

  /// Another budget begins, which knows of no pause: another key, or another process.
  void anew() {
    pausedUntil = 0;
    burst = OptionalLong.empty();
  }

  /// The server is gone, and all connections with it.
  void cut() {
    List.copyOf(active.keySet()).forEach(this::cancel);
    anew();
  }
}
