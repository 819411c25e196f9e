package dev.interlock.server.gateway;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Tokens;
import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.account.Bill;
import dev.interlock.runtime.account.Clearance;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.Verdicts;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.wire.chat.AccountVerdict;
import dev.interlock.wire.chat.AnswerScan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What an attempt on an account owes: its money, which is settled when the attempt ends, and its
/// permit, which is returned when the provider's connection is free, with what the call met. Owner
/// thread: the event loop.
final class Toll {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private final Clearance clearance;
  private final Desk desk;
  private AccountVerdict verdict = new AccountVerdict.Silent();
  private Optional<Duration> asked = Optional.empty();
  private OptionalInt status = OptionalInt.empty();
  private Outcome outcome = new Outcome.Failed();
  private Optional<String> generation = Optional.empty();

  Toll(Desk desk, Clearance clearance) {
    this.desk = desk;
    this.clearance = clearance;
  }

  /// How an attempt went, as far as its money cares.
  ///
  /// @param wireNanos from the first byte sent to now; empty where nothing was sent
  /// @param status of the answer, where there was one
  /// @param volume tokens, counted or estimated
  record Course(
      Ending ending, OptionalLong wireNanos, OptionalInt status, AnswerScan scan, Volume volume) {
    private boolean refused() {
      return status.isPresent() && status.getAsInt() != OK;
    }

    private boolean told() {
      return scan.cost().isPresent() || scan.promptTokens().isPresent();
    }
  }

  /// What a refusal says of the account.
  ///
  /// @param wait how long the provider asks to be left alone
  void heard(AccountVerdict said, Optional<Duration> wait) {
    verdict = said;
    asked = wait;
  }

  /// The provider's own id of the call, as soon as it is told; the first one counts.
  void named(Optional<String> id) {
    if (generation.isEmpty() && id.isPresent()) {
      generation = id;
      clearance.named(id.get());
    }
  }

  /// Settles the money; what the call cost, where that is known.
  Optional<Cost> settle(Course course, Instant now) {
    if (course.scan().verdict().isPresent()) {
      verdict = course.scan().verdict().get();
    }
    named(course.scan().id());
    status = course.status();
    outcome = outcome(course, now);
    return clearance.pay(bill(course));
  }

  private Outcome outcome(Course course, Instant now) {
    return Verdicts.outcome(desk, verdict, asked, now).orElseGet(() -> plain(course));
  }

  private static Outcome plain(Course course) {
    return course.ending() == Ending.ANSWERED && course.wireNanos().isPresent()
        ? new Outcome.Answered(course.wireNanos().getAsLong())
        : new Outcome.Failed();
  }

  /// A refusal is not billed, and an error in place of an answer neither, unless usage is told.
  private Bill bill(Course course) {
    if (course.wireNanos().isEmpty() || course.refused()) {
      return new Bill.Nothing();
    }
    if (course.told()) {
      return new Bill.Counted(course.scan().cost(), count(course));
    }
    if (course.scan().content()) {
      return new Bill.Cut(generation, count(course));
    }
    return course.scan().verdict().isPresent() ? new Bill.Nothing() : new Bill.Unknown(generation);
  }

  private static Optional<Cost.Count> count(Course course) {
    var volume = course.volume();
    return Tokens.read(
            volume.promptTokens().orElse(0),
            course.scan().cachedTokens(),
            volume.completionTokens().orElse(0))
        .map(tokens -> new Cost.Count(tokens, volume.estimated()));
  }

  /// Returns the permit; later calls do nothing.
  void end() {
    clearance.end(outcome);
  }

  /// The failure as the caller is told it: a limit of the provider's is never told as one of ours
  /// (C38), and a refused key of ours is no fault of the caller's (C46).
  Failure told(Failure failure) {
    return switch (verdict) {
      case AccountVerdict.Throttled _, AccountVerdict.InFlightFull _ ->
          failure.as(Fault.BUSY, 429, "upstream_rate_limited");
      case AccountVerdict.KeyCapped _, AccountVerdict.Exhausted _, AccountVerdict.TooDear _ ->
          failure.as(Fault.OUT_OF_CREDIT, 402, Fault.OUT_OF_CREDIT.code());
      case AccountVerdict.KeyRefused _ -> failure.as(Fault.DENIED, 502, "upstream_auth");
      case AccountVerdict.Silent _ ->
          status.orElse(0) == NOT_FOUND
              ? failure.as(Fault.DENIED, NOT_FOUND, "upstream_not_found")
              : failure;
    };
  }

  /// The permit, which rides along with the call.
  Lease lease() {
    return clearance.lease();
  }

  /// What may still be spent today; empty where no budget bounds the call.
  Optional<NanoUsd> left() {
    return clearance.left();
  }
}
