package dev.interlock.core.profile;

import dev.interlock.core.route.EngineHealth;
import java.time.Duration;

/// How a route has been doing lately. A step makes a new value; the time is an argument.
///
/// @param failures failures in a row that speak against the route
/// @param rest whether it is left alone for now
public record Health(int failures, Rest rest) {
  /// Nothing is held against it.
  public static final Health GOOD = new Health(0, new Rest.None());

  /// So many failures in a row make a route rest.
  static final int TOO_MANY = 3;

  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /// How long a route rests on after its engine was seen down; longer than until it is seen again.
  private static final Duration SEEN_DOWN = Duration.ofSeconds(20);

  /// Whether a route is left alone.
  public sealed interface Rest {
    /// It is asked as usual.
    record None() implements Rest {}

    /// It failed too often, and is asked only where nobody else is left.
    ///
    /// @param untilNanos a tick
    /// @param last its last failure
    record Resting(long untilNanos, Fault last) implements Rest {}

    /// It asked not to be called.
    ///
    /// @param untilNanos a tick
    record Cooling(long untilNanos) implements Rest {}
  }

  /// After an answer that could be used, or a refusal that is the caller's own fault.
  public Health answered() {
    return GOOD;
  }

  /// After a failure.
  ///
  /// @param nowNanos the present tick
  public Health failed(Fault fault, long nowNanos) {
    if (!fault.trips()) {
      return this;
    }
    int more = failures + 1;
    if (more < TOO_MANY) {
      return new Health(more, rest);
    }
    long rested = SHORTEST.toNanos() << Math.min(more - TOO_MANY, 10);
    return new Health(
        more, new Rest.Resting(nowNanos + Math.min(rested, LONGEST.toNanos()), fault));
  }

  /// After it asked to be left alone for a while.
  public Health cooling(Duration asked, long nowNanos) {
    return new Health(failures, new Rest.Cooling(nowNanos + asked.toNanos()));
  }

  /// After its engine was asked how it is. That it is up ends a rest only where the route's last
  /// failure was that nobody seemed to be there: of all else a health path says nothing.
  ///
  /// @param nowNanos the present tick
  public Health seen(EngineHealth how, long nowNanos) {
    if (!(rest instanceof Rest.Resting resting)) {
      return this;
    }
    return switch (how) {
      case UP -> resting.last().absence() ? new Health(failures, new Rest.None()) : this;
      case LOADING, DOWN -> {
        long longer = nowNanos + SEEN_DOWN.toNanos();
        yield longer - resting.untilNanos() > 0
            ? new Health(failures, new Rest.Resting(longer, resting.last()))
            : this;
      }
    };
  }

  /// Whether it rests at that moment.
  public boolean resting(long nowNanos) {
    return at(nowNanos) instanceof Rest.Resting;
  }

  /// Whether it is left alone at that moment, and for how much longer.
  Rest at(long nowNanos) {
    return switch (rest) {
      case Rest.None none -> none;
      case Rest.Resting resting -> resting.untilNanos() - nowNanos > 0 ? resting : new Rest.None();
      case Rest.Cooling cooling -> cooling.untilNanos() - nowNanos > 0 ? cooling : new Rest.None();
    };
  }
}
