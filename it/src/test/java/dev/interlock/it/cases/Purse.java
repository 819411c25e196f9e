package dev.interlock.it.cases;

import dev.interlock.core.budget.View;
import dev.interlock.core.money.Purses;
import dev.interlock.core.money.Scope;
import dev.interlock.it.Station;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What the account `C1` has in its books.
final class Purse {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private Purse() {}

  /// Waits until its budget looks so: a look may be older than what was just done.
  static View await(Station station, Predicate<View> wanted) {
    var permits = station.running().desk("C1").orElseThrow().permits();
    return await(permits::view, wanted);
  }

  /// Its money.
  static Purses.Standing standing(Station station) {
    return station.running().till().standing(Scope.account("C1")).join();
  }

  private static <T> T await(Supplier<T> look, Predicate<T> wanted) {
    long start = System.nanoTime();
    while (true) {
      var seen = look.get();
      if (wanted.test(seen)) {
        return seen;
      }
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("it did not become so: " + seen);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
