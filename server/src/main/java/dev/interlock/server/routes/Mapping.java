package dev.interlock.server.routes;

import dev.interlock.core.money.Price;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.role.Policy;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.server.routes.RouteMap.Entry;
import dev.interlock.server.routes.RouteMap.Path;
import dev.interlock.server.routes.RouteMap.Serves;
import dev.interlock.server.routes.RouteMap.Target;
import dev.interlock.server.routes.RouteMap.Way;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/// Makes entries of the map out of plans. Thread: any.
final class Mapping {
  private static final String ADMITTED = "admitted";
  private static final String REDUCED = ", coverage is reduced";
  private static final String IN_RESERVE = "held in reserve while a local route serves";

  /// Verdicts that a measurement may still change by itself.
  private static final Set<String> UNDECIDED = Set.of("unproven", "probe_failed");

  private final Function<Route, Optional<Price>> prices;

  /// @param prices what a route's model costs now; empty where nobody knows
  Mapping(Function<Route, Optional<Price>> prices) {
    this.prices = prices;
  }

  /// The entry of a profile, or of a role that makes single calls: the route that it names first is
  /// its normal path.
  Entry profile(Profile profile, Plan plan) {
    var budget = profile.patience().budget();
    var routes = new LinkedHashSet<Route>();
    profile.tiers().forEach(tier -> routes.addAll(tier.routes()));
    var ways = new ArrayList<Way>();
    for (var route : routes) {
      way(route, plan, ways.isEmpty() ? Path.NORMAL : Path.FALLBACK).ifPresent(ways::add);
    }
    return new Entry(
        profile.rule().policy().isPresent() ? "role" : "profile",
        profile.name(),
        List.of(
            switch (profile.kind()) {
              case GENERATE -> "chat";
              case RERANK -> "rerank";
            }),
        profile.rule().policy().map(p -> "policy %s, ".formatted(p.word())).orElse("")
            + "up to %d attempts within %d s"
                .formatted(budget.attempts(), budget.timeout().toSeconds()),
        Optional.empty(),
        ways);
  }

  private Optional<Way> way(Route route, Plan plan, Path path) {
    for (int i = 0; i < plan.candidates().size(); i++) {
      var candidate = plan.candidates().get(i);
      if (candidate.route().equals(route)) {
        var state = candidate.resting() ? "resting" : "ready";
        var condition = new Condition(Serves.NOW, state, candidate.reason(), OptionalInt.of(i + 1));
        return Optional.of(way(condition, route, path));
      }
    }
    return plan.excluded().stream()
        .filter(excluded -> excluded.route().equals(route))
        .map(excluded -> way(barred(excluded), route, path))
        .findFirst();
  }

  private static Condition barred(Plan.Excluded excluded) {
    return excluded.waitNanos() > 0
        ? new Condition(Serves.LATER, "cooling", excluded.reason(), OptionalInt.empty())
        : new Condition(Serves.NEVER, "excluded", excluded.reason(), OptionalInt.empty());
  }

  /// The entry of an embedding role.
  ///
  /// @param configured the plan as the file has it
  /// @param rows the gate's rows of the role's table
  Entry role(TableName table, RolePlan configured, List<MatrixRow> rows) {
    var plan = placed(configured, rows);
    return new Entry(
        "role",
        table.role().word(),
        List.of("embeddings", "search", "index jobs"),
        "policy " + plan.policy().word() + (plan.reducedCoverage() ? REDUCED : ""),
        Optional.of(table.word()),
        ways(plan, rows));
  }

  /// The plan with each route where its engine says that it stands.
  private static RolePlan placed(RolePlan configured, List<MatrixRow> rows) {
    var plan = configured;
    for (var row : rows) {
      if (row.engine().isPresent()) {
        var route = named(plan, row.route());
        plan = plan.placed(row.route(), row.engine().get().placement(route.placement()));
      }
    }
    return plan;
  }

  private static Route named(RolePlan plan, String name) {
    return plan.routes().stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  private List<Way> ways(RolePlan plan, List<MatrixRow> rows) {
    var ordered = new LinkedHashSet<>(plan.allowed());
    ordered.addAll(plan.routes());
    var serving = plan.serving(route -> verdict(rows, route).equals(ADMITTED));
    return ordered.stream()
        .flatMap(
            route ->
                rows.stream()
                    .filter(row -> row.route().equals(route.name()))
                    .map(
                        row ->
                            way(condition(row, serving.indexOf(route)), route, path(plan, route))))
        .toList();
  }

  private static String verdict(List<MatrixRow> rows, Route route) {
    return rows.stream()
        .filter(row -> row.route().equals(route.name()))
        .map(MatrixRow::verdict)
        .findFirst()
        .orElse("");
  }

  /// All routes of a role share its work; only under `backup` the cloud is held in reserve.
  private static Path path(RolePlan plan, Route route) {
    return plan.policy() == Policy.BACKUP && route.placement() == Placement.CLOUD
        ? Path.FALLBACK
        : Path.NORMAL;
  }

  /// @param place among those that serve now, from 0; -1 for none of them
  private static Condition condition(MatrixRow row, int place) {
    if (!row.verdict().equals(ADMITTED)) {
      var serves = UNDECIDED.contains(row.verdict()) ? Serves.LATER : Serves.NEVER;
      return new Condition(serves, row.verdict(), row.reason(), OptionalInt.empty());
    }
    return place >= 0
        ? new Condition(Serves.NOW, ADMITTED, row.reason(), OptionalInt.of(place + 1))
        : new Condition(Serves.NOW, ADMITTED, IN_RESERVE, OptionalInt.empty());
  }

  /// The part of a way that is not its route.
  private record Condition(Serves serves, String state, String reason, OptionalInt rank) {}

  private Way way(Condition now, Route route, Path path) {
    return new Way(
        route.name(),
        path,
        now.serves(),
        now.state(),
        now.reason(),
        now.rank(),
        price(route),
        target(route));
  }

  /// What stands in one's own network is no bill.
  String price(Route route) {
    return switch (route.placement()) {
      case LOCAL -> "free";
      case CLOUD -> prices.apply(route).map(Price::words).orElse("unpriced");
    };
  }

  private static Target target(Route route) {
    boolean embedded = route.name().equals(Route.EMBEDDED);
    return new Target(
        route.model(),
        embedded ? "in this process" : route.host(),
        Optional.of(route.engine().dialect().word()).filter(_ -> !embedded),
        route.placement().word());
  }
}
