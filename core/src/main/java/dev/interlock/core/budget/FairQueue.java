package dev.interlock.core.budget;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/// Waiters, taken fairly between projects: deficit round robin, where each waiter costs one (A17).
///
/// A project's turn is as many waiters as its weight. One that comes anew goes before the round, so
/// that who asks rarely does not wait for a whole round; it joins the round's end after its turn,
/// with or without waiters, and is new again only once its place has come by. So nobody gains by
/// asking one at a time, and each other project has two turns at the most before a waiting one has
/// its own. After M. Shreedhar and G. Varghese, 1995, and the sparse flows of RFC 8290.
///
/// Thread: the account's lane.
final class FairQueue {
  /// While nobody waits, the turns of so many projects are remembered.
  private static final int REMEMBERED = 256;

  private final ToIntFunction<String> weights;
  private final Map<String, Flow> flows = new HashMap<>();
  private final Deque<Flow> fresh = new ArrayDeque<>();
  private final Deque<Flow> round = new ArrayDeque<>();
  private final TreeSet<Waiter> byDeadline = new TreeSet<>(Waiter.BY_DEADLINE);

  FairQueue(ToIntFunction<String> weights) {
    this.weights = weights;
  }

  /// One project's waiters, first come first served.
  private static final class Flow {
    private final String project;
    private final Map<Long, Waiter> waiting = new LinkedHashMap<>();
    private int deficit;

    Flow(String project, int deficit) {
      this.project = project;
      this.deficit = deficit;
    }
  }

  void add(Waiter waiter) {
    var flow = flows.get(waiter.project());
    if (flow == null) {
      flow = new Flow(waiter.project(), weights.applyAsInt(waiter.project()));
      flows.put(waiter.project(), flow);
      fresh.addLast(flow);
    }
    flow.waiting.put(waiter.id(), waiter);
    byDeadline.add(waiter);
  }

  void remove(Waiter waiter) {
    var flow = flows.get(waiter.project());
    if (flow != null) {
      flow.waiting.remove(waiter.id());
    }
    byDeadline.remove(waiter);
    if (byDeadline.isEmpty() && flows.size() > REMEMBERED) {
      flows.clear();
      fresh.clear();
      round.clear();
    }
  }

  int size() {
    return byDeadline.size();
  }

  /// Projects that wait or whose turn is remembered.
  int remembered() {
    return flows.size();
  }

  /// Whether a project that is open has a waiter.
  boolean ready(Predicate<String> open) {
    return !byDeadline.isEmpty()
        && flows.values().stream().anyMatch(f -> !f.waiting.isEmpty() && open.test(f.project));
  }

  /// Takes the next waiter out, of the projects that are open.
  Optional<Waiter> take(Predicate<String> open) {
    var next = takeFresh(open).or(() -> takeRound(open));
    next.ifPresent(this::remove);
    return next;
  }

  private Optional<Waiter> takeFresh(Predicate<String> open) {
    for (int i = fresh.size(); i > 0; i--) {
      var flow = fresh.removeFirst();
      if (!flow.waiting.isEmpty() && open.test(flow.project)) {
        return Optional.of(served(flow, fresh));
      }
      round.addLast(flow);
    }
    return Optional.empty();
  }

  private Optional<Waiter> takeRound(Predicate<String> open) {
    for (int i = round.size(); i > 0; i--) {
      var flow = round.removeFirst();
      if (flow.waiting.isEmpty()) {
        flows.remove(flow.project);
      } else if (open.test(flow.project)) {
        return Optional.of(served(flow, round));
      } else {
        round.addLast(flow);
      }
    }
    return Optional.empty();
  }

  /// The flow's first waiter. While its turn lasts it stays at the head of its line.
  private Waiter served(Flow flow, Deque<Flow> line) {
    var first = flow.waiting.values().iterator().next();
    flow.deficit--;
    if (flow.deficit <= 0) {
      flow.deficit = weights.applyAsInt(flow.project);
      round.addLast(flow);
    } else {
      line.addFirst(flow);
    }
    return first;
  }

  /// Takes out all whose deadline lies before that tick.
  List<Waiter> takeBefore(long tick) {
    var late = new ArrayList<Waiter>();
    while (!byDeadline.isEmpty() && Ticks.before(byDeadline.first().deadlineNanos(), tick)) {
      late.add(byDeadline.first());
      remove(byDeadline.first());
    }
    return late;
  }

  /// Takes out all.
  List<Waiter> takeAll() {
    var all = List.copyOf(byDeadline);
    all.forEach(this::remove);
    return all;
  }

  /// A project's waiters.
  Collection<Waiter> of(String project) {
    var flow = flows.get(project);
    return flow == null ? List.of() : List.copyOf(flow.waiting.values());
  }

  OptionalLong firstDeadline() {
    return byDeadline.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(byDeadline.first().deadlineNanos());
  }
}
