package dev.interlock.app.cli;

import tools.jackson.databind.JsonNode;

/// Repairs as a table, or the rows of one.
final class RepairsText {
  private RepairsText() {}

  static TextTable of(JsonNode answer) {
    return answer.has("rows") ? rows(answer) : repairs(answer);
  }

  private static TextTable repairs(JsonNode answer) {
    var table =
        new TextTable(
            "ID", "TABLE", "ROUTE", "STATE", "ROWS", "EMBEDDED", "WAITING", "FAILED", "GONE");
    for (var repair : answer.path("repairs")) {
      table.row(
          repair.path("id").asString(),
          repair.path("table").asString(),
          repair.path("route").asString(),
          repair.path("state").asString(),
          repair.path("rows").asString(),
          repair.path("embedded").asString(),
          repair.path("waiting").asString(),
          repair.path("failed").asString(),
          repair.path("gone").asString());
    }
    return table;
  }

  private static TextTable rows(JsonNode answer) {
    var table = new TextTable("FATE", "PROJECT", "PLACE", "REASON");
    for (var row : answer.path("rows")) {
      table.row(
          row.path("fate").asString(),
          row.path("project").asString(),
          "%s:%s-%s"
              .formatted(
                  row.path("path").asString(),
                  row.path("startLine").asString(),
                  row.path("endLine").asString()),
          row.path("reason").asString());
    }
    return table;
  }
}
