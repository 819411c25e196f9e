package dev.interlock.app.cli;

import java.util.Optional;

/// The environment of this process.
final class Surroundings {
  /// The value of a variable, empty where it is not set.
  static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name));
  }

  private Surroundings() {}
}
