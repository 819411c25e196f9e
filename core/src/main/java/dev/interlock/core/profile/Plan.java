package dev.interlock.core.profile;

import dev.interlock.core.ledger.Decision;
import dev.interlock.core.route.Route;
import java.util.List;

/// Who may serve a request, best first, and who may not.
///
/// @param candidates ranked
/// @param excluded with the reason of each
public record Plan(List<Candidate> candidates, List<Excluded> excluded) {
  public Plan {
    candidates = List.copyOf(candidates);
    excluded = List.copyOf(excluded);
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
  public record Excluded(Route route, String reason, long waitNanos) {}
}
