package dev.interlock.app.cli;

import picocli.CommandLine.Parameters;

/// The job that a verb is about.
final class JobParameter {
  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      defaultValue = "newest",
      description = "The job (default: the newest).")
  private String id = "newest";

  String id() {
    return id;
  }

  /// Its path in the API.
  String path() {
    return "/api/v1/jobs/" + id;
  }
}
