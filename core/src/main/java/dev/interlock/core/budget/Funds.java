package dev.interlock.core.budget;

import java.util.OptionalLong;

/// What is known of an account's money: a pure machine (B8). A step makes a new value.
///
/// A stop counts at once, whoever heard of it. It ends by news that was asked for after it began,
/// by its own time, or by a person; a refused key and a disabled account only by a person.
///
/// @param state never [State#IN_FLIGHT_FULL], which is a pause and no state of the money
/// @param funded whether the last balance that was read was above nothing
/// @param sinceNanos when the state came about
/// @param opensNanos when it ends by itself, where that is known
record Funds(
    State state,
    boolean funded,
    OptionalLong balanceNanoUsd,
    long sinceNanos,
    OptionalLong opensNanos) {

  static Funds unknown(long nowNanos) {
    return new Funds(State.UNKNOWN, false, OptionalLong.empty(), nowNanos, OptionalLong.empty());
  }

  /// After news.
  ///
  /// @param askedNanos when the question was put that it answers
  Funds heard(News news, long askedNanos, long nowNanos) {
    return switch (news) {
      case News.Funded(var balance) -> relieved(State.FUNDED, balance, askedNanos, nowNanos);
      case News.Low(var balance) -> relieved(State.LOW, balance, askedNanos, nowNanos);
      case News.InFlightFull _ -> this;
      case News.KeyCapped(var resets) -> {
        var opens = resets.isPresent() ? OptionalLong.of(nowNanos + resets.getAsLong()) : resets;
        yield counts(State.KEY_CAPPED, askedNanos)
            ? new Funds(State.KEY_CAPPED, funded, balanceNanoUsd, nowNanos, opens).at(nowNanos)
            : this;
      }
      case News.Exhausted _ -> stopped(State.EXHAUSTED, askedNanos, nowNanos);
      case News.KeyRefused _ -> stopped(State.KEY_REFUSED, askedNanos, nowNanos);
    };
  }

  private Funds relieved(State to, OptionalLong balance, long askedNanos, long nowNanos) {
    return counts(to, askedNanos)
        ? new Funds(to, true, balance, nowNanos, OptionalLong.empty())
        : this;
  }

  private Funds stopped(State to, long askedNanos, long nowNanos) {
    if (to == state || !counts(to, askedNanos)) {
      return this;
    }
    boolean money = funded && to != State.EXHAUSTED;
    return new Funds(
        to, money, money ? balanceNanoUsd : OptionalLong.empty(), nowNanos, OptionalLong.empty());
  }

  private boolean counts(State to, long askedNanos) {
    return !state.stops()
        || to.compareTo(state) >= 0
        || (!state.silent() && Ticks.before(sinceNanos, askedNanos));
  }

  /// After a person's decision.
  Funds told(Order order, long nowNanos) {
    boolean changes =
        switch (order) {
          case ENABLE -> state == State.DISABLED;
          case DISABLE -> false;
          case KEY_PUSHED -> state.stops() && state != State.DISABLED;
          case RESUME -> state.stops() && !state.silent();
        };
    if (order == Order.DISABLE) {
      return new Funds(State.DISABLED, funded, balanceNanoUsd, nowNanos, OptionalLong.empty());
    }
    return changes ? unknown(nowNanos) : this;
  }

  /// The same, or open again if its time has come.
  Funds at(long nowNanos) {
    boolean opens = opensNanos.isPresent() && Ticks.reached(opensNanos.getAsLong(), nowNanos);
    return opens
        ? new Funds(
            funded ? State.FUNDED : State.UNKNOWN,
            funded,
            balanceNanoUsd,
            opensNanos.getAsLong(),
            OptionalLong.empty())
        : this;
  }

  /// Whether calls of that kind may start.
  boolean bars(Use use) {
    return use == Use.WATCH ? state.silent() : state.stops();
  }
}
