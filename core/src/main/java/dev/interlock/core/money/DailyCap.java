package dev.interlock.core.money;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/// How much may be spent on one calendar day.
///
/// @param amount the most of a day
/// @param zone where its days begin
public record DailyCap(NanoUsd amount, ZoneId zone) {
  LocalDate day(Instant now) {
    return now.atZone(zone).toLocalDate();
  }

  /// When the day after begins, which is not always at midnight.
  Instant resumesAt(LocalDate day) {
    return day.plusDays(1).atStartOfDay(zone).toInstant();
  }
}
