package dev.interlock.runtime.egress;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.role.Role;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/// One request's way: counts its attempts and notes each in the ledger as it ends.
///
/// Thread: any.
public final class Trail {
  private final Clerk clerk;
  private final Errand errand;
  private final String requested;
  private final AtomicInteger attempts;
  private volatile Optional<Attempt> served = Optional.empty();

  Trail(Clerk clerk, Errand errand, String requested) {
    this(clerk, errand, requested, new AtomicInteger());
  }

  private Trail(Clerk clerk, Errand errand, String requested, AtomicInteger attempts) {
    this.clerk = clerk;
    this.errand = errand;
    this.requested = requested;
    this.attempts = attempts;
  }

  /// The part of the same request that is for one role: its attempts are counted on from here.
  public Trail toward(Role role) {
    var asker = errand.asker();
    var narrowed = new Asker(asker.caller(), asker.project(), Optional.of(role.word()));
    return new Trail(
        clerk, new Errand(errand.request(), errand.kind(), narrowed), role.word(), attempts);
  }

  /// An attempt that has begun.
  ///
  /// @param number its number within the request
  /// @param startedAt when it began
  /// @param startNanos the same on the ticker
  public record Begun(int number, Instant startedAt, long startNanos) {}

  /// Begins an attempt.
  public Begun begin() {
    return new Begun(attempts.incrementAndGet(), clerk.wall().now(), clerk.ticker().nanos());
  }

  /// What is known of an attempt at its end.
  ///
  /// @param resolved the model that was asked of the upstream
  /// @param served the model that answered, as far as that is known
  /// @param check how that is known
  public record Told(
      Attempt.Way way,
      Optional<String> resolved,
      Optional<String> served,
      CheckStrength check,
      Attempt.Result result,
      Volume volume) {}

  /// Ends an attempt: it becomes a row.
  public void end(Begun begun, Told told) {
    var attempt =
        new Attempt(
            errand,
            begun.number(),
            told.way(),
            new Names(requested, told.resolved(), told.served(), told.check()),
            told.result(),
            told.volume(),
            new Span(
                begun.startedAt(),
                OptionalLong.empty(),
                clerk.ticker().nanos() - begun.startNanos()),
            Optional.empty());
    if (told.result().ending() == Ending.ANSWERED) {
      served = Optional.of(attempt);
    }
    clerk.ledger().note(attempt);
  }

  /// A row for a request that reached no route: answered without one, or not sent, with the reason.
  public void withoutRoute(Ending ending, String reason) {
    end(
        begin(),
        new Told(
            new Attempt.Way(Optional.empty(), Optional.empty(), Decision.PRIMARY),
            Optional.empty(),
            Optional.empty(),
            CheckStrength.NONE,
            new Attempt.Result(ending, OptionalInt.empty(), reason),
            Volume.NONE));
  }

  /// The caller's own word.
  public String requested() {
    return requested;
  }

  /// Attempts so far.
  public int attempts() {
    return attempts.get();
  }

  /// The last attempt that was answered.
  public Optional<Attempt> served() {
    return served;
  }
}
