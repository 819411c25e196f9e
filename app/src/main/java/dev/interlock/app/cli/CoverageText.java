package dev.interlock.app.cli;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The sentence that tells a person of reduced coverage (A5). Thread: any, pure.
final class CoverageText {
  private CoverageText() {}

  /// Empty where coverage is full.
  ///
  /// @param told what has the field `coverage`
  /// @param of whose it is
  static Optional<String> of(JsonNode told, String of) {
    return told.path("coverage").asString("").equals("reduced")
        ? Optional.of(
            "%n%s: coverage is reduced: a sole cloud provider has no peer to compare it with"
                .formatted(of))
        : Optional.empty();
  }
}
