package dev.interlock.core.budget;

import java.util.Locale;

/// Why a waiter was sent away.
public enum Reason {
  /// All permits are out: our own limit (C38).
  PERMITS_OUT,
  /// As many calls have started within a minute as the believed rate allows: our own limit.
  RATE_WINDOW,
  /// Too many wait already: our own limit.
  QUEUE_FULL,
  /// The project has used up its day.
  PROJECT_PAUSED,
  /// The provider asked to be left alone: its limit.
  COOLDOWN,
  /// The calls under way have reserved the balance: its limit.
  IN_FLIGHT_FULL,
  KEY_CAPPED,
  EXHAUSTED,
  KEY_REFUSED,
  DISABLED;

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
