package dev.interlock.core.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.TableName;
import java.time.Duration;
import java.util.Optional;

/// Where one route stands towards one table: a pure machine, moved on by what was measured (A3, A5,
/// A7).
///
/// Every move takes a fresh epoch, so that an [Admission] of before is refused at the door. Nothing
/// but [#judged] leads to [Admitted].
public sealed interface Standing {
  /// The epoch in which this holds.
  long epoch();

  /// The word in reports: `unproven`, `probe_failed`, `admitted`, `refused` or `suspended`.
  String word();

  /// The admission, while there is one.
  default Optional<Admission> admission() {
    return switch (this) {
      case Admitted admitted -> Optional.of(admitted.granted());
      case Unproven _, Doubted _, ProbeFailed _, Refused _, Suspended _ -> Optional.empty();
    };
  }

  /// Not measured since the start or since the connection came back.
  record Unproven(long epoch) implements Standing {
    @Override
    public String word() {
      return "unproven";
    }
  }

  /// Admitted, but the connection was closed while it lay idle, so that the engine may be another
  /// one: serves nothing until its canaries agree with its own vectors.
  record Doubted(long epoch, Admitted before) implements Standing {
    @Override
    public String word() {
      return "unproven";
    }
  }

  /// The probes brought no whole answer: transient, tried again.
  ///
  /// @param attempts failures in a row, 1 or more
  record ProbeFailed(long epoch, Fault fault, String reason, int attempts) implements Standing {
    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(15);

    @Override
    public String word() {
      return "probe_failed";
    }

    /// How long to wait before the probes are sent again: 30 s, doubling to 15 min.
    public Duration retryAfter() {
      int doublings = Math.min(attempts - 1, 5);
      var delay = FIRST.multipliedBy(1L << doublings);
      return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }
  }

  /// Agrees with the anchors and may serve.
  ///
  /// @param own the route's own vectors at admission, for canaries
  record Admitted(long epoch, Admission granted, Grade grade, Scores scores, Own own)
      implements Standing {
    @Override
    public String word() {
      return "admitted";
    }
  }

  /// Disagrees. Never clears by itself: only new probes, at a start or on a reconnect, can change
  /// it.
  record Refused(long epoch, Refusal refusal, Optional<Scores> scores) implements Standing {
    @Override
    public String word() {
      return "refused";
    }
  }

  /// A canary alarmed: serves nothing until the whole gate has run again.
  record Suspended(long epoch, Refusal refusal) implements Standing {
    @Override
    public String word() {
      return "suspended";
    }
  }

  /// The standing after a judgement.
  ///
  /// @param epoch a fresh epoch, above the present one
  static Standing judged(
      String route, TableName table, ProbeSet set, long epoch, Judgement judgement) {
    return switch (judgement) {
      case Judgement.Agrees agrees ->
          new Admitted(
              epoch,
              Admission.of(route, table, set.version(), epoch, agrees),
              agrees.grade(),
              agrees.scores(),
              agrees.own());
      case Judgement.Disagrees disagrees ->
          new Refused(epoch, disagrees.refusal(), disagrees.scores());
    };
  }

  /// The standing after probes that brought no whole answer. A refusal stays a refusal: silence
  /// proves nothing.
  static Standing failed(Standing before, long epoch, Fault fault, String reason) {
    return switch (before) {
      case Refused refused -> new Refused(epoch, refused.refusal(), refused.scores());
      case ProbeFailed failed -> new ProbeFailed(epoch, fault, reason, failed.attempts() + 1);
      case Unproven _, Doubted _, Admitted _, Suspended _ ->
          new ProbeFailed(epoch, fault, reason, 1);
    };
  }

  /// The standing after a doubted route's canaries have agreed: admitted as it was measured before.
  ///
  /// @param epoch a fresh epoch, above the present one
  static Standing confirmed(long epoch, Standing before) {
    return switch (before) {
      case Doubted doubted -> {
        var was = doubted.before();
        yield new Admitted(
            epoch, was.granted().confirmed(epoch), was.grade(), was.scores(), was.own());
      }
      case Unproven _, Admitted _, ProbeFailed _, Refused _, Suspended _ -> before;
    };
  }

  /// The standing after a canary's alarm; only an admitted route can be suspended.
  static Standing alarmed(Standing before, long epoch, Refusal refusal) {
    return switch (before) {
      case Admitted _, Doubted _ -> new Suspended(epoch, refusal);
      case Unproven _, ProbeFailed _, Refused _, Suspended _ -> before;
    };
  }
}
