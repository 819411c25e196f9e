package dev.interlock.core.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A queue on manual time, with a second bookkeeping beside it that is as plain as can be: after
/// each step all that must always hold is checked.
final class Watched {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;

  /// Near the end of the ticks, so that each history wraps around.
  static final long ORIGIN = Long.MAX_VALUE - 20 * SECOND;

  final Map<Long, Effect.Send> out = new HashMap<>();
  final Map<String, Provider> present = new HashMap<>();
  final Set<String> toProve = new LinkedHashSet<>();
  final Set<Long> open = new HashSet<>();
  final Set<Long> poison = new HashSet<>();
  final Map<Long, String> accepted = new HashMap<>();
  final List<Effect.Capped> caps = new ArrayList<>();
  private final Set<Long> offered = new HashSet<>();
  private final Map<Long, String> jobs = new HashMap<>();
  private final Map<String, Long> more = new HashMap<>();
  private final Map<Long, List<String>> failedAlone = new HashMap<>();
  private final Fanout fanout = new Fanout(ORIGIN);
  private OptionalLong wake = OptionalLong.empty();
  private long texts;
  int copies;
  long now = ORIGIN;

  View view() {
    return fanout.view();
  }

  View.Place place(String name) {
    return view().providers().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  OptionalLong wake() {
    return wake;
  }

  /// Offers the next texts; their numbers are in order.
  List<Effect> offer(String job, int count, long yetToCome) {
    var ids = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      ids.add(texts++);
    }
    return on(new Event.Offered(job, ids, yetToCome));
  }

  Effect.Send send(long batch) {
    return Optional.ofNullable(out.get(batch)).orElseThrow();
  }

  /// Ends a call by which all its texts have a vector.
  List<Effect> answer(long batch) {
    var ids = Set.copyOf(send(batch).texts());
    return on(new Event.Ended(batch, new Result.Answered(ids, Set.of(), Set.of())));
  }

  List<Effect> end(long batch, Result result) {
    return on(new Event.Ended(batch, result));
  }

  /// Calls of a provider that are under way, oldest first.
  List<Effect.Send> of(String provider) {
    return out.values().stream()
        .filter(s -> s.provider().name().equals(provider))
        .sorted((a, b) -> Long.compare(a.batch(), b.batch()))
        .toList();
  }

  /// Goes on to a moment, waking the queue whenever it wished so.
  void until(long tick) {
    while (wake.isPresent() && wake.getAsLong() - tick <= 0) {
      now = wake.getAsLong();
      on(new Event.Woke());
    }
    now = tick;
  }

  void pass(long nanos) {
    until(now + nanos);
  }

  List<Effect> on(Event event) {
    if (wake.isPresent() && wake.getAsLong() - now <= 0) {
      wake = OptionalLong.empty();
    }
    var ended =
        event instanceof Event.Ended(var batch, var _) && out.containsKey(batch)
            ? List.of(send(batch))
            : List.<Effect.Send>of();
    note(event, ended);
    var effects = fanout.on(event, now);
    for (var effect : effects) {
      check(effect, event);
    }
    nothingIdle();
    return effects;
  }

  private void note(Event event, List<Effect.Send> ended) {
    switch (event) {
      case Event.Offered(var job, var ids, var rest) -> {
        ids.forEach(id -> jobs.put(id, job));
        offered.addAll(ids);
        open.addAll(ids);
        more.put(job, rest);
      }
      case Event.Withdrew(var job) -> {
        open.removeIf(id -> job.equals(jobs.get(id)));
        more.remove(job);
      }
      case Event.Joined(var provider) -> {
        var before = Optional.ofNullable(present.put(provider.name(), provider));
        if (before.filter(b -> b.epoch() == provider.epoch()).isEmpty()) {
          toProve.remove(provider.name());
        }
      }
      case Event.Left(var name) -> {
        present.remove(name);
        toProve.remove(name);
      }
      case Event.Ended(var batch, var result) -> {
        out.remove(batch);
        ended.forEach(send -> noteAlone(send, result));
        if (result instanceof Result.Lost) {
          ended.forEach(send -> toProve.remove(send.provider().name()));
        }
      }
      case Event.Proved(var name, var _) -> toProve.remove(name);
      case Event.Woke _ -> {}
    }
  }

  private void noteAlone(Effect.Send send, Result result) {
    boolean alone = send.texts().size() == 1;
    var failed =
        switch (result) {
          case Result.Answered answered -> answered.flawed();
          case Result.Refused _, Result.Lost _ -> alone ? send.texts() : List.<Long>of();
          case Result.Postponed _, Result.Withdrawn _ -> List.<Long>of();
        };
    failed.forEach(
        id -> failedAlone.computeIfAbsent(id, _ -> new ArrayList<>()).add(send.provider().name()));
  }

  private void check(Effect effect, Event event) {
    switch (effect) {
      case Effect.Send send -> check(send);
      case Effect.Accepted(var batch, var text) -> {
        assertThat(event).isInstanceOf(Event.Ended.class);
        var ended = (Event.Ended) event;
        assertThat(batch).isEqualTo(ended.batch());
        assertThat(((Result.Answered) ended.result()).good()).contains(text);
        assertThat(open.remove(text)).as("text %d counts once", text).isTrue();
        accepted.put(text, "batch " + batch);
      }
      case Effect.Poison(var _, var text, var blamedBy) -> {
        assertThat(open.remove(text)).as("text %d ends once", text).isTrue();
        assertThat(failedAlone.getOrDefault(text, List.of())).containsAll(blamedBy);
        assertThat(blamedBy.size()).isNotEqualTo(1);
        poison.add(text);
      }
      case Effect.Prove(var provider) -> {
        assertThat(present).containsKey(provider.name());
        toProve.add(provider.name());
      }
      case Effect.Capped capped -> caps.add(capped);
      case Effect.WakeAt(var tick) -> {
        assertThat(tick - now).isPositive();
        wake = wake.isPresent() && wake.getAsLong() - tick <= 0 ? wake : OptionalLong.of(tick);
      }
    }
  }

  private void check(Effect.Send send) {
    var provider = send.provider();
    assertThat(present.get(provider.name())).as("admitted").isEqualTo(provider);
    assertThat(toProve).doesNotContain(provider.name());
    assertThat(send.texts().size()).isBetween(1, provider.batch());
    assertThat(Set.copyOf(send.texts())).hasSameSizeAs(send.texts());
    assertThat(of(provider.name()).size()).isLessThan(provider.calls());
    for (long text : send.texts()) {
      assertThat(open).contains(text);
      assertThat(jobs.get(text)).isEqualTo(send.job());
      long others = out.values().stream().filter(s -> s.texts().contains(text)).count();
      if (others > 0) {
        copies++;
        assertThat(others).isEqualTo(1);
        assertThat(provider.kind()).as("copies are free").isEqualTo(Provider.Kind.LOCAL);
        assertThat(waiting()).as("copies come at the very end").isZero();
      }
    }
    assertThat(out.put(send.batch(), send)).as("a batch's number is its own").isNull();
  }

  /// Texts for which no call is under way, and those that are yet to come.
  private long waiting() {
    return more.values().stream().mapToLong(m -> m).sum()
        + open.stream()
            .filter(id -> out.values().stream().noneMatch(s -> s.texts().contains(id)))
            .count();
  }

  /// Work that waits while nothing is under way needs a reason with an end.
  private void nothingIdle() {
    if (!open.isEmpty() && out.isEmpty() && toProve.isEmpty() && !present.isEmpty()) {
      assertThat(wake).as("a lost wake-up: %s", view()).isPresent();
    }
  }
}
