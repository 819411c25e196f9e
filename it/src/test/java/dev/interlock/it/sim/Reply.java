package dev.interlock.it.sim;

import dev.interlock.core.money.NanoUsd;
import java.time.Duration;
import java.util.Optional;

/// What a cloud provider answers to one call.
sealed interface Reply {
  /// It is done, and costs this.
  record Answered(NanoUsd cost, long wireNanos) implements Reply {}

  /// 429.
  record Throttled(Optional<Duration> asked) implements Reply {}

  /// 402: wait.
  record InFlightFull(Optional<Duration> asked) implements Reply {}

  /// 402: stop.
  record Exhausted() implements Reply {}

  /// 402: stop until then.
  record KeyCapped(Duration resetsIn) implements Reply {}

  /// 402: this call only.
  record TooDear() implements Reply {}

  /// 401.
  record KeyRefused() implements Reply {}

  /// 500.
  record Broke() implements Reply {}

  /// No connection, or one that was lost before anything was done.
  record Gone() implements Reply {}

  /// No answer in time: it may have been done, and nobody knows.
  record Silent() implements Reply {}
}
