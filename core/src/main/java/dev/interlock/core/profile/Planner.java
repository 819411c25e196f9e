package dev.interlock.core.profile;

import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.profile.Health.Rest;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.core.profile.Plan.Excluded;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Ranks a profile's routes: tier by tier in the file's order, those that rest after all others.
///
/// Thread: any, pure.
public final class Planner {
  /// When a route whose engine has not said yet what it holds may be asked for again.
  private static final long UNSAID_NANOS = 1_000_000_000L;

  private static final String NO_TAKEOVER =
      "may not take over a failed attempt: the role's fallback is local-only";

  private Planner() {}

  /// What is known of the routes.
  public interface Known {
    /// How a route has been doing.
    Health health(Route route);

    /// What its engine says of itself, where it could be read.
    Optional<EngineState> state(Route route);

    /// Why that could not be read, one sentence; empty while it is being read.
    Optional<String> unread(Route route);

    /// What the account of a cloud route has against any call of now.
    ///
    /// @param patience how long a permit is waited for
    default Optional<Plan.Bar> bar(Route route, Duration patience) {
      return Optional.of(
          new Plan.Bar(Plan.Bar.Kind.CLOSED, "is a cloud route, which needs an account", 0));
    }

    /// How its answers are checked while its engine says that of itself.
    default ModelCheck check(Route route, Optional<EngineState> state) {
      return ModelCheck.of(route, state);
    }
  }

  /// The plan at a moment.
  ///
  /// @param nowNanos the present tick
  public static Plan plan(Profile profile, Known known, long nowNanos) {
    var ranked = new ArrayList<Candidate>();
    var resting = new ArrayList<Candidate>();
    var excluded = new ArrayList<Excluded>();
    Optional<String> passedOver = Optional.empty();
    for (int tier = 0; tier < profile.tiers().size(); tier++) {
      for (var route : profile.tiers().get(tier).routes()) {
        var outside = profile.rule().excludes(route);
        if (outside.isPresent()) {
          excluded.add(new Excluded(route, outside.get(), 0));
          continue;
        }
        boolean first = ranked.isEmpty() && passedOver.isEmpty();
        var health = known.health(route).at(nowNanos);
        var barred =
            route.placement() == Placement.CLOUD
                ? cloudBarred(route, known, profile.patience().limits().permit())
                : barred(route, known, health, nowNanos);
        if (barred.isPresent()) {
          excluded.add(barred.get());
          passedOver = passedOver.or(() -> Optional.of(word(route, health)));
        } else if (health instanceof Rest.Resting) {
          resting.add(candidate(route, tier, first, Optional.of(word(route, health))).rests());
          passedOver = passedOver.or(() -> Optional.of(word(route, health)));
        } else {
          ranked.add(candidate(route, tier, first, passedOver));
        }
      }
    }
    ranked.addAll(resting);
    return followed(ranked, excluded, profile.rule().takeover());
  }

  /// Whoever may not take over a failed attempt can only be asked first.
  private static Plan followed(List<Candidate> ranked, List<Excluded> excluded, Takeover takeover) {
    var followers = ranked.stream().skip(1).filter(c -> !takeover.allows(c.route())).toList();
    followers.forEach(c -> excluded.add(new Excluded(c.route(), NO_TAKEOVER, 0)));
    return new Plan(
        ranked.stream().filter(c -> !followers.contains(c)).toList(), excluded, takeover);
  }

  private static Candidate candidate(
      Route route, int tier, boolean first, Optional<String> passedOver) {
    return new Candidate(
        route,
        tier + 1,
        first ? Decision.PRIMARY : Decision.FALLBACK,
        passedOver.orElse(first ? "first_choice" : "next_in_line"));
  }

  /// An account's pauses are its own affair, above all its routes.
  private static Optional<Excluded> cloudBarred(Route route, Known known, Duration patience) {
    return known
        .bar(route, patience)
        .map(bar -> new Excluded(route, bar.words(), bar.waitNanos(), Optional.of(bar)));
  }

  private static Optional<Excluded> barred(Route route, Known known, Rest rest, long nowNanos) {
    var state = known.state(route);
    if (route.engine().dialect().echoes() && state.isEmpty()) {
      return Optional.of(unsaid(route, known.unread(route)));
    }
    var elsewhere = state.flatMap(EngineState::elsewhere);
    if (elsewhere.isPresent()) {
      return never(
          route, "its host passes the model on to %s: a cloud route".formatted(elsewhere.get()));
    }
    if (!known.check(route, state).proved()) {
      return never(
          route,
          "promises %s, but its engine's state shows %s"
              .formatted(
                  route.model(),
                  state.map(s -> String.join(", ", new TreeSet<>(s.names()))).orElse("")));
    }
    if (rest instanceof Rest.Cooling cooling) {
      long left = cooling.untilNanos() - nowNanos;
      var words = "asked to be left alone for another %d s".formatted(seconds(left));
      return Optional.of(new Excluded(route, words, left));
    }
    return Optional.empty();
  }

  private static Excluded unsaid(Route route, Optional<String> why) {
    var words = "has not said yet which model it holds" + why.map(w -> ": " + w).orElse("");
    return new Excluded(route, words, UNSAID_NANOS);
  }

  private static Optional<Excluded> never(Route route, String reason) {
    return Optional.of(new Excluded(route, reason, 0));
  }

  private static long seconds(long nanos) {
    return Math.ceilDiv(nanos, 1_000_000_000L);
  }

  /// Why a route was passed over, such as `local_resting`.
  private static String word(Route route, Rest health) {
    return route.placement().word()
        + switch (health) {
          case Rest.None _ -> "_excluded";
          case Rest.Resting resting -> "_" + resting.last().reason();
          case Rest.Cooling _ -> "_429";
        };
  }
}
