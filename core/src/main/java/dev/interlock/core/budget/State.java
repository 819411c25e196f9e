package dev.interlock.core.budget;

import java.util.Locale;

/// Where an account stands (design §4, §10). A later constant is the stricter.
public enum State {
  UNKNOWN(false),
  FUNDED(false),
  LOW(false),
  /// Waits until what is under way has released its part of the balance. Shown while it waits;
  /// below, the account is one of the three above.
  IN_FLIGHT_FULL(false),
  KEY_CAPPED(true),
  EXHAUSTED(true),
  KEY_REFUSED(true),
  DISABLED(true);

  private final boolean stops;

  State(boolean stops) {
    this.stops = stops;
  }

  /// Whether nothing that costs money may start.
  public boolean stops() {
    return stops;
  }

  /// Whether the account may not even be asked how it does.
  boolean silent() {
    return this == KEY_REFUSED || this == DISABLED;
  }

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
