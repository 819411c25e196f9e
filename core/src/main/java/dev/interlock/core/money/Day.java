package dev.interlock.core.money;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/// A calendar day where a budget lives.
///
/// @param from its first moment, which is not always at midnight
/// @param until the first moment of the day after
record Day(LocalDate date, Instant from, Instant until) {
  static Day of(Instant at, ZoneId zone) {
    var date = at.atZone(zone).toLocalDate();
    return new Day(date, start(date, zone), start(date.plusDays(1), zone));
  }

  private static Instant start(LocalDate date, ZoneId zone) {
    return date.atStartOfDay(zone).toInstant();
  }

  boolean holds(Instant at) {
    return !at.isBefore(from) && at.isBefore(until);
  }
}
