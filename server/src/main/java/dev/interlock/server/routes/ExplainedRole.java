package dev.interlock.server.routes;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.gate.Grade;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.role.Policy;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.RolePlan;
import dev.interlock.core.route.Route;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.runtime.gate.Reference;
import dev.interlock.server.routes.RouteMap.Serves;
import dev.interlock.server.routes.RouteMap.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Who would embed for a role now, best first, and who would not and why (A2, B6).
///
/// @param profile the role's name
/// @param kind always `embed`
/// @param space the table's space; absent before its birth
/// @param reference the route that built the table, whose vectors are the anchors
/// @param coverage `full`, or `reduced` where a sole cloud provider had no peer
/// @param candidates who pulls from the role's queue, in the order in which a query goes to them;
///   those held in reserve last
public record ExplainedRole(
    String profile,
    String kind,
    String policy,
    String table,
    Optional<String> space,
    Optional<String> reference,
    String coverage,
    List<Ranked> candidates,
    List<Excluded> excluded) {
  public ExplainedRole {
    candidates = List.copyOf(candidates);
    excluded = List.copyOf(excluded);
  }

  /// A route that may serve.
  ///
  /// @param upstream the provider that computes: a cloud route's pin, else its host
  /// @param decision `aggregate` where several share the queue, else `primary` or `fallback`
  /// @param reason why it stands in this place
  /// @param check what a match of the answer's model would be worth
  /// @param price what a call costs: `free` for a local route, a cloud's by the million tokens,
  ///   `unpriced` where nobody knows
  public record Ranked(
      int rank,
      String route,
      String model,
      String upstream,
      String placement,
      String decision,
      String reason,
      Optional<String> grade,
      String check,
      String price) {}

  /// A route that may not.
  ///
  /// @param reason the gate's verdict, or that the policy excludes it, and why
  public record Excluded(String route, String model, String upstream, String reason) {}

  /// What is known of a role now.
  ///
  /// @param rows the gate's rows of its table
  record Facts(TableName table, RolePlan configured, List<MatrixRow> rows, Optional<String> space) {
    MatrixRow row(String route) {
      return rows.stream().filter(r -> r.route().equals(route)).findFirst().orElseThrow();
    }

    Optional<String> pin(String route) {
      return configured.routes().stream()
          .filter(r -> r.name().equals(route))
          .findFirst()
          .flatMap(Route::pin);
    }
  }

  /// @param entry the role's own of the route map
  static ExplainedRole of(RouteMap.Entry entry, Facts facts, Reference reference) {
    var ways = entry.ways();
    var serving = new ArrayList<>(ways.stream().filter(way -> way.rank().isPresent()).toList());
    int pulling = serving.size();
    serving.addAll(
        ways.stream().filter(w -> w.serves() == Serves.NOW && w.rank().isEmpty()).toList());
    var ranked = new ArrayList<Ranked>();
    for (var way : serving) {
      ranked.add(ranked(facts, way, ranked.size() + 1, pulling));
    }
    return new ExplainedRole(
        facts.table().role().word(),
        "embed",
        facts.configured().policy().word(),
        facts.table().word(),
        facts.space(),
        reference.route(),
        reference.coverage().word(),
        ranked,
        ways.stream()
            .filter(way -> way.serves() != Serves.NOW)
            .map(way -> excluded(facts, way))
            .toList());
  }

  private static Excluded excluded(Facts facts, Way way) {
    return new Excluded(
        way.route(),
        way.target().model(),
        upstream(facts, way),
        "%s: %s".formatted(way.state(), way.reason()));
  }

  private static Ranked ranked(Facts facts, Way way, int rank, int pulling) {
    boolean shares =
        facts.configured().policy() == Policy.AGGREGATE && pulling > 1 && rank <= pulling;
    var decision = shares ? Decision.AGGREGATE : rank == 1 ? Decision.PRIMARY : Decision.FALLBACK;
    var row = facts.row(way.route());
    return new Ranked(
        rank,
        way.route(),
        way.target().model(),
        upstream(facts, way),
        way.target().placement(),
        decision.word(),
        way.reason().isEmpty() ? (rank == 1 ? "first_choice" : "in_order") : way.reason(),
        row.grade().map(Grade::word),
        check(row).word(),
        way.price());
  }

  private static String upstream(Facts facts, Way way) {
    return facts.pin(way.route()).orElse(way.target().host());
  }

  private static CheckStrength check(MatrixRow row) {
    if (row.engine().flatMap(EngineState::identity).filter(ModelIdentity::proves).isPresent()) {
      return CheckStrength.STATE;
    }
    return row.route().equals(Route.EMBEDDED)
        ? CheckStrength.NONE
        : row.dialect().echoes() ? CheckStrength.ECHO : CheckStrength.FIELD;
  }
}
