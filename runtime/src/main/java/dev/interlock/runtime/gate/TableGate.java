package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Admission;
import dev.interlock.core.gate.Standing;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.Born;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The standings of one table's routes. Guarded by the gatekeeper's lock; it calls nobody.
final class TableGate {
  private final TableName table;
  private volatile RolePlan plan;
  private final Map<String, Standing> standings = new HashMap<>();
  private final Map<String, Instant> checkedAt = new HashMap<>();
  private final Map<String, Integer> troubles = new HashMap<>();
  private Optional<Born> born = Optional.empty();
  private Optional<String> blocked = Optional.empty();
  private final Map<String, String> notes = new HashMap<>();
  private int canaryTurn;

  TableGate(TableName table, RolePlan plan) {
    this.table = table;
    this.plan = plan;
  }

  TableName table() {
    return table;
  }

  RolePlan plan() {
    return plan;
  }

  Optional<Born> born() {
    return born;
  }

  void born(Born of) {
    born = Optional.of(of);
  }

  /// Why the table must not be used at all, whoever asks.
  Optional<String> blocked() {
    return blocked;
  }

  void block(String reason) {
    blocked = Optional.of(reason);
  }

  /// The route of that name as it is placed now.
  ///
  /// @throws IllegalArgumentException if the role has none
  Route route(String name) {
    return find(name)
        .orElseThrow(() -> new IllegalArgumentException("the role has no route " + name));
  }

  /// The route of that name, where the role has it.
  Optional<Route> find(String name) {
    return plan.routes().stream().filter(r -> r.name().equals(name)).findFirst();
  }

  /// Where the route's engine really stands, as it said itself.
  void place(String route, Placement placement) {
    if (find(route).filter(r -> r.placement() != placement).isPresent()) {
      plan = plan.placed(route, placement);
    }
  }

  /// What is to be known of the route beside its standing: that its engine became another one.
  Optional<String> note(String route) {
    return Optional.ofNullable(notes.get(route));
  }

  /// The route's engine is another one than it was: no admission holds, and nothing but the whole
  /// gate makes a new one.
  ///
  /// @param how what changed, in one sentence
  /// @return whether the role has the route and may use it
  boolean changed(String route, String how) {
    var known = find(route);
    if (known.isEmpty()) {
      return false;
    }
    notes.put(route, how);
    var before = standing(route);
    switch (before) {
      case Standing.Admitted _, Standing.Doubted _, Standing.Suspended _, Standing.Refused _ ->
          standings.put(route, new Standing.Unproven(before.epoch()));
      case Standing.Unproven _, Standing.ProbeFailed _ -> {}
    }
    return true;
  }

  Standing standing(String route) {
    return standings.getOrDefault(route, new Standing.Unproven(0));
  }

  Optional<Instant> checkedAt(String route) {
    return Optional.ofNullable(checkedAt.get(route));
  }

  /// Moves a route on, unless a later move was made meanwhile.
  ///
  /// @return whether the move was made
  boolean move(String route, Standing next, Instant at) {
    if (next.epoch() <= standing(route).epoch()) {
      return false;
    }
    standings.put(route, next);
    checkedAt.put(route, at);
    troubles.remove(route);
    if (next instanceof Standing.Admitted) {
      notes.remove(route);
    }
    return true;
  }

  /// Takes an admission back at once, since the engine may have become another one.
  ///
  /// @return whether there was one
  boolean doubt(String route) {
    if (standing(route) instanceof Standing.Admitted admitted) {
      standings.put(route, new Standing.Doubted(admitted.epoch(), admitted));
      return true;
    }
    return false;
  }

  /// As [#doubt(String)], unless that admission is an old one.
  void doubt(Admission admission) {
    if (holds(admission)) {
      doubt(admission.route());
    }
  }

  boolean holds(Admission admission) {
    return blocked.isEmpty()
        && standing(admission.route())
            .admission()
            .filter(a -> a.epoch() == admission.epoch())
            .isPresent();
  }

  /// The admitted routes that the policy allows, best first: under `backup` the reserve is last.
  List<Member> members() {
    return blocked.isPresent()
        ? List.of()
        : plan.allowed().stream().flatMap(route -> member(route).stream()).toList();
  }

  private Optional<Member> member(Route route) {
    boolean reserve = plan.policy() == Policy.BACKUP && route.placement() == Placement.CLOUD;
    return standing(route.name())
        .admission()
        .map(admission -> new Member(admission, route.placement(), reserve));
  }

  /// Admissions of the routes that bulk work goes by now: of a reserve only while nobody else can.
  List<Admission> serving() {
    var serving = plan.serving(r -> standing(r.name()).admission().isPresent());
    return members().stream()
        .map(Member::admission)
        .filter(a -> serving.stream().anyMatch(r -> r.name().equals(a.route())))
        .toList();
  }

  /// Routes that probes could still admit: not refused, not admitted.
  List<Route> undecided() {
    return plan.allowed().stream().filter(route -> open(standing(route.name()))).toList();
  }

  private static boolean open(Standing standing) {
    return switch (standing) {
      case Standing.Unproven _, Standing.Doubted _, Standing.ProbeFailed _, Standing.Suspended _ ->
          true;
      case Standing.Admitted _, Standing.Refused _ -> false;
    };
  }

  /// Failures of the route in a row, this one included.
  int trouble(String route) {
    return troubles.merge(route, 1, Integer::sum);
  }

  void answered(String route) {
    troubles.remove(route);
  }

  int nextCanaryTurn() {
    return canaryTurn++;
  }

  /// Whether a route is the plan's first choice, or serves in its place.
  Decision decision(String route) {
    var first = plan.allowed().stream().findFirst();
    return first.filter(r -> r.name().equals(route)).isPresent()
        ? Decision.PRIMARY
        : Decision.FALLBACK;
  }
}
