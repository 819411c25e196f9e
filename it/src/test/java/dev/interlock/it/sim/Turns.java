package dev.interlock.it.sim;

import dev.interlock.core.budget.Use;
import dev.interlock.runtime.account.Permits.Wish;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Whose turn it is (A17): while a project waits, each other one has so many turns at the most
/// before it has its own, and a turn is as many calls as a project's weight.
final class Turns {
  /// Deficit round robin with sparse flows: two turns of each other project.
  private static final int TURNS = 2;

  private final Ground ground;
  private final String name;
  private final Map<Long, Flow> askers = new HashMap<>();
  private final Map<Flow, Queue> waiting = new LinkedHashMap<>();
  private final Map<String, Integer> weights = new HashMap<>();

  /// The waiters of one project for one use.
  private record Flow(String project, Use use) {}

  /// @param askers how many wait
  /// @param passedBy calls of others since it began to wait, or since its own last
  private record Queue(int askers, Map<String, Integer> passedBy) {
    Queue() {
      this(1, new HashMap<>());
    }
  }

  Turns(Ground ground, String name) {
    this.ground = ground;
    this.name = name;
  }

  void weighted(String project, int weight) {
    weights.put(project, weight);
    forgive();
  }

  /// A project that may not go has no turn; how long others went before it says nothing.
  void paused(String project) {
    waiting.keySet().removeIf(flow -> flow.project().equals(project));
  }

  /// Another budget begins: who waits for the old one has no turn in this.
  void anew() {
    askers.clear();
    waiting.clear();
  }

  private void forgive() {
    waiting.values().forEach(queue -> queue.passedBy().clear());
  }

  void asked(long number, Wish wish) {
    var flow = new Flow(wish.project(), wish.use());
    askers.put(number, flow);
    waiting.merge(flow, new Queue(), (was, _) -> new Queue(was.askers() + 1, was.passedBy()));
  }

  void gone(long number) {
    Optional.ofNullable(askers.remove(number)).ifPresent(this::fewer);
  }

  private void fewer(Flow flow) {
    waiting.computeIfPresent(
        flow, (_, was) -> was.askers() == 1 ? null : new Queue(was.askers() - 1, was.passedBy()));
  }

  void granted(long number) {
    Optional.ofNullable(askers.remove(number)).ifPresent(this::granted);
  }

  private void granted(Flow flow) {
    Optional.ofNullable(waiting.get(flow)).ifPresent(queue -> queue.passedBy().clear());
    fewer(flow);
    waiting.forEach(
        (other, queue) -> {
          if (other.use() == flow.use() && !other.project().equals(flow.project())) {
            int calls = queue.passedBy().merge(flow.project(), 1, Integer::sum);
            int most = TURNS * weights.getOrDefault(flow.project(), 1);
            ground
                .verdict()
                .check(
                    calls <= most,
                    Rule.FAIRNESS,
                    () -> "%s: %d calls of %s while %s waits".formatted(name, calls, flow, other));
          }
        });
  }
}
