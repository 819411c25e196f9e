package dev.interlock.server.gate;

import dev.interlock.core.account.Hold;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.role.Role;
import dev.interlock.core.space.Space;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.account.Held;
import dev.interlock.runtime.account.Holds;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.MatrixRow;
import dev.interlock.server.http.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Why nothing may serve a table, as callers are told: 409 where the settings name another encoder
/// than the table was built with, 503 with each route's reason otherwise (A6, A7, C02, C06, C23).
///
/// @param holds what accounts have against calls
public record Closed(Gatekeeper gatekeeper, Holds holds) {
  /// The refusal for a table that no route may serve now. Where nothing but accounts stands in the
  /// way, it is told as chats are told it.
  ///
  /// @param rows rows with a vector in the table
  public Refused why(TableName table, long rows) {
    var blocked = gatekeeper.blocked(table);
    if (blocked.isPresent()) {
      return new Refused(ApiError.unavailable("table_does_not_open", blocked.get(), ""));
    }
    var routes = gatekeeper.matrix(table);
    var space = gatekeeper.space(table);
    if (rows > 0 && space.isPresent() && otherEncoder(routes, space.get())) {
      return new Refused(
          ApiError.conflict(
              "index_model_mismatch",
              mismatch(routes, table, space.get()),
              "name the old encoder again as a route of %s, or index into another --home"
                  .formatted(table.role().word())));
    }
    var words = "no route may serve %s: %s".formatted(table.role().word(), reasons(routes));
    return holding(routes)
        .map(hold -> Waits.refused(hold, words))
        .orElseGet(() -> new Refused(ApiError.unavailable("no_route", words, hint(table.role()))));
  }

  /// Whether a table is shut for nothing but what its routes' accounts can't pay now.
  public boolean held(TableName table) {
    return gatekeeper.blocked(table).isEmpty() && holding(gatekeeper.matrix(table)).isPresent();
  }

  /// What stands in the way where accounts alone do and it may end by itself: a pause first, since
  /// that ends soonest.
  private Optional<Hold> holding(List<MatrixRow> routes) {
    var served = routes.stream().filter(r -> !r.verdict().equals("excluded")).toList();
    var held =
        served.stream()
            .filter(r -> r.verdict().equals("probe_failed"))
            .flatMap(r -> holds.of(r.route()).stream())
            .map(Held::hold)
            .toList();
    return held.size() < served.size()
        ? Optional.empty()
        : held.stream()
            .filter(h -> h.kind() != Hold.Kind.CLOSED)
            .min(Comparator.comparing(Hold::kind));
  }

  private static boolean otherEncoder(List<MatrixRow> routes, Space space) {
    var served = routes.stream().filter(r -> !r.verdict().equals("excluded")).toList();
    return !served.isEmpty()
        && served.stream()
            .allMatch(
                r -> r.verdict().equals("refused") && !r.model().equals(space.encoder().model()));
  }

  private static String mismatch(List<MatrixRow> routes, TableName table, Space space) {
    return "table %s was built with %s; %s".formatted(table.word(), space.label(), reasons(routes));
  }

  /// Each route with its reason, in one line.
  public static String reasons(List<MatrixRow> routes) {
    return routes.isEmpty()
        ? "the role has no route"
        : routes.stream().map(Closed::reason).collect(Collectors.joining("; "));
  }

  private static String reason(MatrixRow row) {
    return "route %s (%s) is %s: %s"
        .formatted(row.route(), row.model(), row.verdict(), row.reason());
  }

  private static String hint(Role role) {
    return "see `interlock gate`; add a route to roles.%s that agrees with the table"
        .formatted(role.word());
  }
}
