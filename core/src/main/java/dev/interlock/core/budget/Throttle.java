package dev.interlock.core.budget;

import java.util.OptionalLong;

/// How an account is spared after a pushback: a pause, then fewer permits, then one more for each
/// clean window (A11). A step makes a new value; the time is an argument.
///
/// ```
/// Free --pushback--> Sparing: pause --> one permit back each 15 s --> Free
///                       ^------------- pushback -------------|
/// ```
sealed interface Throttle {
  /// A window without a pushback gives one permit back.
  long CLEAN = 15 * Ticks.SECOND;

  /// No pause is shorter, whatever the provider says: nothing is ever repeated at once.
  long LEAST_PAUSE = Ticks.SECOND / 2;

  /// The longest pause that is kept, whatever the provider says.
  long LONGEST_PAUSE = 24 * 3600 * Ticks.SECOND;

  /// A longer pause is told to a person.
  long LONG_PAUSE = 3600 * Ticks.SECOND;

  /// Nothing has happened yet.
  Throttle FREE = new Free(OptionalLong.empty());

  /// Permits that it leaves, at the most.
  int allowed(long nowNanos);

  /// Until when the account is left alone, if it is now.
  OptionalLong pausedUntil(long nowNanos);

  /// Until when callers are told to stay away, if there is a pause now: the provider's own word
  /// while that holds, without our jitter.
  OptionalLong toldUntil(long nowNanos);

  /// The same, or free if all is as it was before the first pushback.
  ///
  /// @param ceiling permits while nothing speaks against them
  Throttle settled(int ceiling, long nowNanos);

  /// When the next permit comes back, if one does.
  OptionalLong nextGift(int ceiling, long nowNanos);

  /// After a pushback.
  Throttle pushed(Push push);

  /// A pushback that came in.
  ///
  /// @param startedNanos when the call began that met it
  /// @param effective permits at that moment, 1 or more
  /// @param halves whether it also costs half the permits
  record Push(Pushback pushback, long startedNanos, long nowNanos, int effective, boolean halves) {

    /// The same of a burst that has had its halving.
    private Push late() {
      return new Push(pushback, startedNanos, nowNanos, effective, false);
    }
  }

  /// Nothing is held against the account.
  ///
  /// @param burstNanos when the last burst was noted, if there was one
  record Free(OptionalLong burstNanos) implements Throttle {
    @Override
    public int allowed(long nowNanos) {
      return Ceiling.HARD;
    }

    @Override
    public OptionalLong pausedUntil(long nowNanos) {
      return OptionalLong.empty();
    }

    @Override
    public OptionalLong toldUntil(long nowNanos) {
      return OptionalLong.empty();
    }

    @Override
    public Throttle settled(int ceiling, long nowNanos) {
      return this;
    }

    @Override
    public OptionalLong nextGift(int ceiling, long nowNanos) {
      return OptionalLong.empty();
    }

    @Override
    public Throttle pushed(Push push) {
      if (burstNanos.isEmpty() || Ticks.before(burstNanos.getAsLong(), push.startedNanos())) {
        return Sparing.burst(push, 1, push.effective());
      }
      return push.pushback().retryAfterNanos().isEmpty()
          ? this
          : Sparing.burst(push.late(), 1, push.effective()).of(burstNanos.getAsLong());
    }
  }

  /// Less than all, for a while.
  ///
  /// @param base permits at the pause's end
  /// @param from permits before the first pushback: below them it is not over
  /// @param bursts pushbacks in a row, each of a burst of its own, 1 or more
  /// @param burstNanos when the last burst was noted; calls that began before belong to it
  /// @param told the pause's end by the provider's own word, or as `until`
  /// @param until the pause's end
  /// @param clean when the present clean windows began, not before `until`
  record Sparing(int base, int from, int bursts, long burstNanos, long told, long until, long clean)
      implements Throttle {
    private static final long FIRST = 2 * Ticks.SECOND;
    private static final long LONGEST = 60 * Ticks.SECOND;

    private static Sparing burst(Push push, int bursts, int from) {
      int base = push.halves() ? Math.max(1, push.effective() / 2) : Ceiling.HARD;
      long now = push.nowNanos();
      long told = now + asked(push.pushback()).orElse(own(bursts) + jitter(push, bursts));
      long until = asked(push.pushback()).isPresent() ? told + jitter(push, bursts) : told;
      return new Sparing(base, from, bursts, now, told, until, until);
    }

    /// Our own pause: 2 s, doubling to 60 s.
    private static long own(int bursts) {
      return Math.min(FIRST << Math.min(bursts - 1, 10), LONGEST);
    }

    /// The provider's own word, within what is kept.
    private static OptionalLong asked(Pushback pushback) {
      var asked = pushback.retryAfterNanos();
      return asked.isEmpty()
          ? asked
          : OptionalLong.of(Math.clamp(asked.getAsLong(), LEAST_PAUSE, LONGEST_PAUSE));
    }

    /// Up to half of the pause, but of a provider's long one no more than of our own: it named a
    /// time, and that is kept to the second (C41).
    private static long jitter(Push push, int bursts) {
      long pause = Math.min(asked(push.pushback()).orElse(own(bursts)), own(bursts));
      return pause / 2 * push.pushback().jitterMillionths() / 1_000_000;
    }

    @Override
    public int allowed(long nowNanos) {
      return (int) Math.min(base + windows(nowNanos), Ceiling.HARD);
    }

    private long windows(long nowNanos) {
      return Ticks.reached(clean, nowNanos) ? (nowNanos - clean) / CLEAN : 0;
    }

    @Override
    public OptionalLong pausedUntil(long nowNanos) {
      return Ticks.reached(until, nowNanos) ? OptionalLong.empty() : OptionalLong.of(until);
    }

    @Override
    public OptionalLong toldUntil(long nowNanos) {
      return Ticks.reached(until, nowNanos)
          ? OptionalLong.empty()
          : OptionalLong.of(Ticks.reached(told, nowNanos) ? until : told);
    }

    @Override
    public Throttle settled(int ceiling, long nowNanos) {
      boolean over = windows(nowNanos) >= 1 && allowed(nowNanos) >= Math.max(from, ceiling);
      return over ? new Free(OptionalLong.of(burstNanos)) : this;
    }

    @Override
    public OptionalLong nextGift(int ceiling, long nowNanos) {
      return allowed(nowNanos) >= ceiling
          ? OptionalLong.empty()
          : OptionalLong.of(clean + (windows(nowNanos) + 1) * CLEAN);
    }

    @Override
    public Throttle pushed(Push push) {
      boolean another = Ticks.before(burstNanos, push.startedNanos());
      if (another) {
        return burst(push, bursts + 1, Math.max(from, push.effective())).after(this);
      }
      int left = allowed(push.nowNanos());
      var same = asked(push.pushback()).isPresent() ? burst(push, bursts, from).after(this) : this;
      long unclean = Ticks.later(same.until, push.nowNanos());
      return new Sparing(left, from, bursts, burstNanos, same.told, same.until, unclean);
    }

    /// The same, as part of an earlier burst.
    private Sparing of(long burst) {
      return new Sparing(base, from, bursts, burst, told, until, clean);
    }

    /// The same, but with the longer of two pauses.
    private Sparing after(Sparing before) {
      return Ticks.before(before.until, until)
          ? this
          : new Sparing(base, from, bursts, burstNanos, before.told, before.until, before.until);
    }
  }
}
