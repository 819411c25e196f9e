package dev.interlock.core.profile;

import dev.interlock.core.ledger.Decision;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;

/// Who may serve a request, best first, and who may not.
///
/// @param candidates ranked
/// @param excluded with the reason of each
/// @param takeover who may follow a candidate that failed
public record Plan(List<Candidate> candidates, List<Excluded> excluded, Takeover takeover) {
  public Plan {
    candidates = List.copyOf(candidates);
    excluded = List.copyOf(excluded);
  }

  /// One in which every candidate may follow.
  public Plan(List<Candidate> candidates, List<Excluded> excluded) {
    this(candidates, excluded, Takeover.ANY);
  }

  /// Whether a candidate may be asked after another that failed.
  boolean mayFollow(int candidate) {
    return takeover.allows(candidates.get(candidate).route());
  }

  /// A route that may serve.
  ///
  /// @param tier 1 for the profile's first
  /// @param decision primary for the route that the profile names first, fallback for all others
  /// @param reason a word, such as `first_choice`
  /// @param resting whether it failed too often, and is asked only where nobody else is left
  public record Candidate(
      Route route, int tier, Decision decision, String reason, boolean resting) {
    /// One that does not rest.
    public Candidate(Route route, int tier, Decision decision, String reason) {
      this(route, tier, decision, reason, false);
    }

    /// The same while it rests.
    Candidate rests() {
      return new Candidate(route, tier, decision, reason, true);
    }
  }

  /// A route that may not serve now.
  ///
  /// @param reason a clause for people
  /// @param waitNanos from the planning until it may serve again; 0 where waiting won't help
  /// @param bar what its account has against it, where that is the reason
  public record Excluded(Route route, String reason, long waitNanos, Optional<Bar> bar) {
    /// One whose account is not the reason.
    public Excluded(Route route, String reason, long waitNanos) {
      this(route, reason, waitNanos, Optional.empty());
    }
  }

  /// What an account has against any call of now.
  ///
  /// @param words a clause for people, to be read after the route's name
  /// @param waitNanos until it may be called again; 0 where nobody can say
  public record Bar(Kind kind, String words, long waitNanos) {
    /// What it is.
    public enum Kind {
      /// Its provider asked for a pause.
      COOLDOWN,
      /// It has no money, or its key has used up its own cap.
      OUT_OF_CREDIT,
      /// Its day's budget is used up.
      BUDGET,
      /// Its key is refused or absent, or a person has disabled it.
      CLOSED
    }
  }
}
