package dev.interlock.core.money;

import java.time.LocalDate;
import java.util.TreeMap;

/// What one scope has spent and set aside, by day. Days without anything are forgotten.
final class Purse {
  private static final int DAYS_KEPT = 2;

  private final TreeMap<LocalDate, Sums> days = new TreeMap<>();

  /// Sums of one day.
  record Sums(NanoUsd spent, NanoUsd reserved) {
    static final Sums NONE = new Sums(NanoUsd.ZERO, NanoUsd.ZERO);

    NanoUsd taken() {
      return spent.plus(reserved);
    }

    private boolean settled() {
      return reserved.nanos() == 0;
    }
  }

  Sums on(LocalDate day) {
    return days.getOrDefault(day, Sums.NONE);
  }

  void reserve(LocalDate day, NanoUsd amount) {
    if (!days.containsKey(day)) {
      forgetBefore(day.minusDays(DAYS_KEPT));
    }
    var sums = on(day);
    days.put(day, new Sums(sums.spent(), sums.reserved().plus(amount)));
  }

  /// The reserved amount becomes what was really spent.
  void settle(LocalDate day, NanoUsd reserved, NanoUsd cost) {
    var sums = on(day);
    days.put(day, new Sums(sums.spent().plus(cost), sums.reserved().minus(reserved)));
  }

  /// Money that was spent before this program started.
  void spent(LocalDate day, NanoUsd amount) {
    settle(day, NanoUsd.ZERO, amount);
  }

  private void forgetBefore(LocalDate day) {
    days.headMap(day).values().removeIf(Sums::settled);
  }
}
