package dev.interlock.server.api;

import dev.interlock.core.error.ApiError;
import dev.interlock.runtime.store.Repair;
import dev.interlock.runtime.store.RepairRow;
import dev.interlock.server.gate.RepairView;
import dev.interlock.server.http.Answer;
import dev.interlock.server.http.Call;
import dev.interlock.server.http.Endpoint;
import dev.interlock.server.http.Endpoint.Access;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.jobs.JobEngine;
import java.util.List;
import java.util.Optional;

/// `/api/v1/repairs`: rows that a route made since its last good check, and what became of them.
final class RepairsApi {
  private static final int MOST_LISTED = 100;
  private static final int MOST_ROWS = 10_000;

  private final JobEngine engine;

  RepairsApi(JobEngine engine) {
    this.engine = engine;
  }

  List<Endpoint> endpoints() {
    return List.of(
        new Endpoint("GET", "/api/v1/repairs", Access.OPEN, _ -> list()),
        new Endpoint("GET", "/api/v1/repairs/{id}", Access.OPEN, this::one));
  }

  record Repairs(List<RepairView> repairs) {}

  record Detail(RepairView repair, List<NamedRow> rows) {}

  /// A row in doubt.
  ///
  /// @param fate `waiting`, `embedded`, `failed`, `gone` or `withheld` (never written; its job asks
  ///   again)
  /// @param reason why it failed, empty otherwise
  record NamedRow(
      String chunk,
      String project,
      String path,
      int startLine,
      int endLine,
      String fate,
      String reason) {
    static NamedRow of(RepairRow row) {
      return new NamedRow(
          row.chunk(),
          row.project(),
          row.path(),
          row.startLine(),
          row.endLine(),
          row.fate().word(),
          row.words());
    }
  }

  private Answer list() {
    return Answer.json(
        200,
        new Repairs(engine.mender().newest(MOST_LISTED).stream().map(RepairView::of).toList()));
  }

  private Answer one(Call call) {
    var repair = repair(call.part("id"));
    var rows = engine.mender().rows(repair.id(), MOST_ROWS);
    return Answer.json(
        200, new Detail(RepairView.of(repair), rows.stream().map(NamedRow::of).toList()));
  }

  private Repair repair(String id) {
    return number(id)
        .flatMap(engine.mender()::find)
        .orElseThrow(
            () ->
                new Rejected(
                    ApiError.notFound(
                        "repair_not_found",
                        "there is no repair " + id,
                        "see `interlock gate --repairs`")));
  }

  private static Optional<Long> number(String id) {
    try {
      return Optional.of(Long.parseLong(id));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
