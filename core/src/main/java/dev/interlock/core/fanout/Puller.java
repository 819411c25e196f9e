package dev.interlock.core.fanout;

import java.util.OptionalLong;

/// One provider's place at the queue: what it may take, how fast it is, whether it is spared.
///
/// ```
/// pulling --lost--> aside (30 s, doubling to 15 min) --> trial: one text --> pulling
///    \--refused twice in a row--> proving --sound--> pulling | --unsound--> aside
/// ```
///
/// Confined to its queue.
final class Puller {
  static final long FIRST_ASIDE = 30_000_000_000L;
  static final long LONGEST_ASIDE = 900_000_000_000L;

  /// The pause after a pushback that names none, doubled while it lasts.
  static final long FIRST_PAUSE = 1_000_000_000L;

  static final long LONGEST_PAUSE = 60_000_000_000L;

  /// So long a passed check speaks for a provider whose calls fail.
  static final long PROOF_KEPT = 10_000_000_000L;

  private Provider provider;
  private final CallSize size = new CallSize();
  private Pace pace = Pace.UNKNOWN;
  private boolean present = true;
  private boolean sound = true;
  private boolean wasSound;
  private boolean proving;
  private int running;
  private int strikes;
  private int pauses;
  private boolean trial;
  private OptionalLong proofUntil = OptionalLong.empty();
  private OptionalLong asideSince = OptionalLong.empty();
  private OptionalLong asideUntil = OptionalLong.empty();
  private OptionalLong waitUntil = OptionalLong.empty();
  private long accepted;

  Puller(Provider provider) {
    this.provider = provider;
  }

  Provider provider() {
    return provider;
  }

  String name() {
    return provider.name();
  }

  Pace pace() {
    return pace;
  }

  int running() {
    return running;
  }

  boolean present() {
    return present;
  }

  boolean proving() {
    return proving;
  }

  /// Whether it has shown that it works since its last failure.
  boolean sound() {
    return sound;
  }

  long accepted() {
    return accepted;
  }

  /// Passed probes end the first time aside; a provider that passes them and fails again stays
  /// aside.
  void joined(Provider now) {
    boolean passed = now.epoch() > provider.epoch();
    provider = now;
    present = true;
    if (passed) {
      sound = true;
      proving = false;
      asideSince = OptionalLong.empty();
      if (strikes <= 1) {
        asideUntil = OptionalLong.empty();
        trial = false;
      }
    }
  }

  void left() {
    present = false;
    proving = false;
  }

  /// Until when it is spared, if it is now.
  OptionalLong sparedUntil(long now) {
    if (later(asideUntil, now)) {
      return later(waitUntil, now) && waitUntil.getAsLong() - asideUntil.getAsLong() > 0
          ? waitUntil
          : asideUntil;
    }
    return later(waitUntil, now) ? waitUntil : OptionalLong.empty();
  }

  boolean aside(long now) {
    return later(asideUntil, now);
  }

  private static boolean later(OptionalLong tick, long now) {
    return tick.isPresent() && tick.getAsLong() - now > 0;
  }

  /// Whether the queue may count on it, though it may be busy or asked to wait.
  boolean serving(long now) {
    return present && !trial && !aside(now);
  }

  /// Whether it may take a call now.
  boolean free(long now) {
    return present
        && !proving
        && sparedUntil(now).isEmpty()
        && running < (trial ? 1 : provider.calls());
  }

  boolean trial() {
    return trial;
  }

  /// Texts of its next call at the most.
  int batch() {
    return trial ? 1 : size.next(provider.batch());
  }

  /// Texts a second of one of its calls, 0 if unknown.
  double rate() {
    return pace.rate(size.next(provider.batch()));
  }

  void sent() {
    running++;
  }

  void back() {
    running--;
  }

  void answered(int texts, int good, long took) {
    pace = pace.after(texts, took);
    size.answered(texts, took, provider.batch());
    accepted += good;
    sound = true;
    trial = false;
    strikes = 0;
    pauses = 0;
  }

  /// It gave nothing for a call.
  ///
  /// @param counts whether the call was none of texts that had failed before
  /// @return whether it must be checked before that is laid to the texts
  boolean refused(int texts, boolean counts, long now) {
    if (counts) {
      size.failed(texts);
    }
    boolean check = !sound && !later(proofUntil, now);
    sound = false;
    return check;
  }

  void proving(boolean on) {
    proving = on;
  }

  void proved(long now) {
    proving = false;
    sound = true;
    proofUntil = OptionalLong.of(now + PROOF_KEPT);
  }

  /// It was lost: set aside, longer each time. Other calls of that time, and of an earlier
  /// admission, belong to what is known already.
  ///
  /// @return whether it had been sound, so that the texts may be the matter
  boolean lost(Flight flight, long now) {
    boolean known =
        flight.epoch() < provider.epoch()
            || (asideSince.isPresent() && asideSince.getAsLong() - flight.startedNanos() >= 0);
    if (!known) {
      wasSound = sound;
      strike(now);
    }
    return wasSound;
  }

  /// It did not pass its check.
  void failedCheck(long now) {
    strike(now);
  }

  private void strike(long now) {
    sound = false;
    proving = false;
    strikes++;
    trial = true;
    asideSince = OptionalLong.of(now);
    long time = Math.min(FIRST_ASIDE << Math.min(strikes - 1, 10), LONGEST_ASIDE);
    asideUntil = OptionalLong.of(now + time);
  }

  void failed(int texts) {
    size.failed(texts);
  }

  /// It asks for time, and names it or not. Calls that came back during one pause belong to it.
  void postponed(OptionalLong asked, long now) {
    if (asked.isEmpty() && later(waitUntil, now)) {
      return;
    }
    long until = asked.orElse(now + Math.min(FIRST_PAUSE << Math.min(pauses, 10), LONGEST_PAUSE));
    pauses++;
    if (waitUntil.isEmpty() || until - waitUntil.getAsLong() > 0) {
      waitUntil = OptionalLong.of(until);
    }
  }

  void capped(int texts) {
    size.capped(texts);
  }
}
