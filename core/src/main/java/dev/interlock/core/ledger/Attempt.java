package dev.interlock.core.ledger;

import dev.interlock.core.money.Cost;
import java.util.Optional;
import java.util.OptionalInt;

/// One attempt that has ended: one row of the ledger.
///
/// @param errand the request it belongs to
/// @param number 1 for the request's first attempt, counted on from there
/// @param way which way it went
/// @param names what was asked for and what answered
/// @param result how it ended
/// @param volume how much went to and fro
/// @param span when
/// @param cost what it cost an account; empty for what is free, and where nobody knows
public record Attempt(
    Errand errand,
    int number,
    Way way,
    Names names,
    Result result,
    Volume volume,
    Span span,
    Optional<Cost> cost) {

  /// Which way an attempt went.
  ///
  /// @param route the route's name, empty where none could be chosen
  /// @param upstream the engine's address, or the provider that a cloud names
  /// @param decision why this route
  public record Way(Optional<String> route, Optional<String> upstream, Decision decision) {}

  /// How an attempt ended.
  ///
  /// @param status the upstream's HTTP status, where there was one
  /// @param reason one sentence for people, empty where all went well
  public record Result(Ending ending, OptionalInt status, String reason) {}
}
