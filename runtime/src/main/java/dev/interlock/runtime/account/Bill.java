package dev.interlock.runtime.account;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import java.util.Optional;

/// What a call that has ended is to be paid for.
public sealed interface Bill {
  /// Nothing: it was never sent, or was refused with a status.
  record Nothing() implements Bill {}

  /// What was told and counted.
  ///
  /// @param told the provider's own cost
  /// @param count tokens, where any are known
  record Counted(Optional<NanoUsd> told, Optional<Cost.Count> count) implements Bill {}

  /// Content came, and then no more: what came is known, and not what is billed.
  ///
  /// @param generation the provider's own id of the call, where it was told
  record Cut(Optional<String> generation, Optional<Cost.Count> count) implements Bill {}

  /// It was sent, and brought nothing: nobody knows.
  ///
  /// @param generation the provider's own id of the call, where it was told
  record Unknown(Optional<String> generation) implements Bill {}
}
