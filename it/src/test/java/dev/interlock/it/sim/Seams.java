package dev.interlock.it.sim;

import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.egress.AdmissionBook;
import dev.interlock.runtime.store.MoneyBook;
import java.util.function.UnaryOperator;

/// Where a bug is planted: parts of the house that are ports already, each to be put in place of
/// the real one. The house itself knows nothing of it.
///
/// @param timers an account's way to wait
/// @param permits an account's permits
/// @param money what the till writes into
/// @param admissions what the embedding door believes
/// @param habits what scripted callers and jobs do
record Seams(
    UnaryOperator<Scheduler> timers,
    UnaryOperator<Permits> permits,
    UnaryOperator<MoneyBook> money,
    UnaryOperator<AdmissionBook> admissions,
    Habits habits) {
  /// The house as it is.
  static final Seams NONE =
      new Seams(
          UnaryOperator.identity(),
          UnaryOperator.identity(),
          UnaryOperator.identity(),
          UnaryOperator.identity(),
          Habits.GOOD);

  /// What stands in for the gateway's own loop and the job engine's.
  ///
  /// @param retriesAtOnce whether a caller that met 429 sends again under the same permit
  /// @param keepsAdmissions whether a caller goes on using the admission that it was shown first
  /// @param trustsItsCount whether a job believes its own count, rather than the rows on disk
  record Habits(boolean retriesAtOnce, boolean keepsAdmissions, boolean trustsItsCount) {
    static final Habits GOOD = new Habits(false, false, false);
  }

  Seams timers(UnaryOperator<Scheduler> other) {
    return new Seams(other, permits, money, admissions, habits);
  }

  Seams permits(UnaryOperator<Permits> other) {
    return new Seams(timers, other, money, admissions, habits);
  }

  Seams money(UnaryOperator<MoneyBook> other) {
    return new Seams(timers, permits, other, admissions, habits);
  }

  Seams admissions(UnaryOperator<AdmissionBook> other) {
    return new Seams(timers, permits, money, other, habits);
  }

  Seams habits(Habits other) {
    return new Seams(timers, permits, money, admissions, other);
  }
}
