package dev.interlock.core.ledger;

import dev.interlock.core.answer.CheckStrength;
import java.util.Optional;

/// Three facts that are never mixed (B7): what was asked for, what that became, what answered.
///
/// @param requested the caller's own word
/// @param resolved the model that was asked of the upstream
/// @param served the model that answered, as far as it said or its state shows
/// @param check how that was checked
public record Names(
    String requested, Optional<String> resolved, Optional<String> served, CheckStrength check) {}
