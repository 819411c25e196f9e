package dev.interlock.runtime.egress;

import dev.interlock.core.account.Behalf;
import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.budget.Use;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.money.Cost;
import dev.interlock.core.role.Role;
import dev.interlock.runtime.account.Charge;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// One request's way: counts its attempts and notes each in the ledger as it ends.
///
/// Thread: any.
public final class Trail {
  private static final Optional<Cost> FREE = Optional.empty();

  private final Clerk clerk;
  private final Errand errand;
  private final String requested;
  private final Sums sums;
  private volatile Optional<Attempt> served = Optional.empty();

  Trail(Clerk clerk, Errand errand, String requested) {
    this(clerk, errand, requested, new Sums(new AtomicInteger(), new AtomicReference<>(FREE)));
  }

  private Trail(Clerk clerk, Errand errand, String requested, Sums sums) {
    this.clerk = clerk;
    this.errand = errand;
    this.requested = requested;
    this.sums = sums;
  }

  /// What all parts of a request share.
  private record Sums(AtomicInteger attempts, AtomicReference<Optional<Cost>> cost) {}

  /// The part of the same request that is for one role: its attempts are counted on from here.
  public Trail toward(Role role) {
    var asker = errand.asker();
    var narrowed = new Asker(asker.caller(), asker.project(), Optional.of(role.word()));
    return new Trail(
        clerk, new Errand(errand.request(), errand.kind(), narrowed), role.word(), sums);
  }

  /// An attempt that has begun.
  ///
  /// @param number its number within the request
  /// @param startedAt when it began
  /// @param startNanos the same on the ticker
  public record Begun(int number, Instant startedAt, long startNanos) {}

  /// Begins an attempt.
  public Begun begin() {
    return new Begun(sums.attempts().incrementAndGet(), clerk.wall().now(), clerk.ticker().nanos());
  }

  /// Whose call an attempt is, for an account that pays for it.
  public Behalf behalf(Begun begun, Use use) {
    return new Behalf(Charge.id(errand.request(), begun.number()), errand.asker().project(), use);
  }

  /// The same of one of several calls that are one attempt.
  ///
  /// @param call its number within the attempt
  public Behalf behalf(Begun begun, Use use, int call) {
    var whole = behalf(begun, use);
    return new Behalf(whole.call() + "." + call, whole.project(), use);
  }

  /// What is known of an attempt at its end.
  ///
  /// @param resolved the model that was asked of the upstream
  /// @param served the model that answered, as far as that is known
  /// @param check how that is known
  /// @param cost what it cost an account, where that is known
  public record Told(
      Attempt.Way way,
      Optional<String> resolved,
      Optional<String> served,
      CheckStrength check,
      Attempt.Result result,
      Volume volume,
      Optional<Cost> cost) {}

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
            told.cost());
    told.cost().ifPresent(amount -> sums.cost().accumulateAndGet(Optional.of(amount), Trail::sum));
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
            Volume.NONE,
            Optional.empty()));
  }

  private static Optional<Cost> sum(Optional<Cost> one, Optional<Cost> other) {
    return one.flatMap(a -> other.map(a::plus)).or(() -> one).or(() -> other);
  }

  /// What its attempts have cost so far; empty where none of them is known to have cost anything.
  public Optional<Cost> cost() {
    return sums.cost().get();
  }

  /// The caller's own word.
  public String requested() {
    return requested;
  }

  /// Attempts so far.
  public int attempts() {
    return sums.attempts().get();
  }

  /// The last attempt that was answered.
  public Optional<Attempt> served() {
    return served;
  }
}
