package dev.interlock.runtime.account;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Use;
import dev.interlock.core.budget.View;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// The permits of one account: whoever calls it asks here first, whatever for (A8, design §2.4).
///
/// Thread: any; nothing blocks, so event loops may ask.
public interface Permits {
  /// Asks for a permit. The asker is told exactly once, if need be before this returns.
  Waiting ask(Wish wish, Asker asker);

  /// The holder is alive and still at work: a long stream tells so before its term is over.
  /// Nothing, if the permit came back before.
  void renewed(Lease lease, Duration term);

  /// Returns a permit, with what the call met. Nothing, if it came back before.
  void ended(Lease lease, Outcome outcome);

  /// The provider told about the account.
  ///
  /// @param reportedRpm its requests a minute, where it named any
  /// @param money its money, where it told
  /// @param askedNanos the tick at which it was asked
  void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos);

  /// The provider could not be asked.
  ///
  /// @param why one sentence for people
  void notDiscovered(String why);

  /// A person decided.
  void ordered(Order order);

  /// A person typed a limit, or took it back.
  ///
  /// @throws IllegalArgumentException if it is not 1 to 256
  void limited(OptionalInt permits);

  /// A project gets so many turns where others get one.
  ///
  /// @throws IllegalArgumentException if it is not 1 to 100
  void weighted(String project, int weight);

  /// A project has used up its day; none of it starts for so long.
  ///
  /// @param pause zero or less lets it go on
  void projectPaused(String project, Duration pause);

  /// The budget as it is now; while others work on it, as it was a moment ago.
  View view();

  /// What is wanted.
  ///
  /// @param holder who will hold the permit, such as a sidecar's name
  /// @param project whose share it is, empty for work of no project
  /// @param patience how long to wait at the most; none means now or never
  /// @param term how long the lease lasts unless it is renewed: above the call's own time-outs,
  ///   since a call that outlives its lease is no longer counted
  record Wish(String holder, String project, Use use, Duration patience, Duration term) {
    private static final Duration LONGEST = Duration.ofDays(365);

    public Wish {
      if (patience.isNegative() || !term.isPositive()) {
        throw new IllegalArgumentException(
            "patience must be 0 or more and term above 0, got %s, %s".formatted(patience, term));
      }
      patience = patience.compareTo(LONGEST) > 0 ? LONGEST : patience;
      term = term.compareTo(LONGEST) > 0 ? LONGEST : term;
    }

    /// The same after some of its patience has gone.
    Wish after(Duration waited) {
      var left = patience.minus(waited);
      return new Wish(holder, project, use, left.isNegative() ? Duration.ZERO : left, term);
    }
  }

  /// Who waits for a permit. Told on any thread: must be quick and must not throw.
  interface Asker {
    /// The call may go out, under this lease; it has to be ended whatever becomes of the call.
    void granted(Lease lease);

    /// The call may not go out.
    void refused(Effect.Refused refusal);
  }

  /// A wish that was put.
  interface Waiting {
    /// Nobody waits for the permit any more. A lease that was given before, or is on its way, is
    /// ended as a call that was never sent; so whoever took one ends it instead.
    void leave();
  }
}
