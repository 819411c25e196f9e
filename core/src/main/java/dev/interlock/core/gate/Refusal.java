package dev.interlock.core.gate;

import java.util.Optional;

/// Why a route may not serve a table: the first broken rule, with the probe that proves it.
///
/// @param rule the rule
/// @param probe the probe, where one proves it
/// @param value the measured value, NaN where there is none
/// @param reason one sentence for people: probe, kind, value and rule
public record Refusal(Rule rule, Optional<Probe> probe, double value, String reason) {}
