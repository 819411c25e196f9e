package dev.interlock.core.budget;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// All waiters, a fair queue for each use.
///
/// Thread: the account's lane.
final class Waiting {
  private final Map<Long, Waiter> all = new HashMap<>();
  private final Map<String, Integer> weights = new HashMap<>();
  private final Map<Use, FairQueue> queues = new EnumMap<>(Use.class);

  Waiting() {
    for (var use : Use.values()) {
      queues.put(use, new FairQueue(project -> weights.getOrDefault(project, 1)));
    }
  }

  /// From a project's next turn on.
  void weigh(String project, int weight) {
    if (weight == 1) {
      weights.remove(project);
    } else {
      weights.put(project, weight);
    }
  }

  boolean has(long waiter) {
    return all.containsKey(waiter);
  }

  int size() {
    return all.size();
  }

  int size(Use use) {
    return queue(use).size();
  }

  void add(Waiter waiter) {
    all.put(waiter.id(), waiter);
    queue(waiter.ask().use()).add(waiter);
  }

  /// Takes one out, if it waits.
  void remove(long id) {
    var waiter = Optional.ofNullable(all.remove(id));
    waiter.ifPresent(w -> queue(w.ask().use()).remove(w));
  }

  boolean ready(Use use, Predicate<String> open) {
    return queue(use).ready(open);
  }

  Optional<Waiter> take(Use use, Predicate<String> open) {
    var next = queue(use).take(open);
    next.ifPresent(waiter -> all.remove(waiter.id()));
    return next;
  }

  /// Takes out all of a use whose deadline lies before that tick, the earliest first.
  List<Waiter> takeBefore(Use use, long tick) {
    return forgotten(queue(use).takeBefore(tick));
  }

  /// Takes out all of a use, the earliest deadline first.
  List<Waiter> takeAll(Use use) {
    return forgotten(queue(use).takeAll());
  }

  /// Takes out all of a project whose deadline lies before that tick.
  List<Waiter> takeBefore(String project, long tick) {
    var late = new ArrayList<Waiter>();
    for (var queue : queues.values()) {
      queue.of(project).stream()
          .filter(waiter -> Ticks.before(waiter.deadlineNanos(), tick))
          .forEach(late::add);
    }
    late.forEach(waiter -> remove(waiter.id()));
    return late;
  }

  OptionalLong firstDeadline(Use use) {
    return queue(use).firstDeadline();
  }

  private List<Waiter> forgotten(List<Waiter> waiters) {
    waiters.forEach(waiter -> all.remove(waiter.id()));
    return waiters;
  }

  private FairQueue queue(Use use) {
    return Objects.requireNonNull(queues.get(use));
  }
}
