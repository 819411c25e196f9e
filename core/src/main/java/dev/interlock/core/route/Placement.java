package dev.interlock.core.route;

import java.util.Locale;

/// Where a route's engine runs, which decides what a policy may do with it.
public enum Placement {
  LOCAL,
  CLOUD;

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
