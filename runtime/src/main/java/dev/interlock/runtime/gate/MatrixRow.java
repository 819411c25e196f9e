package dev.interlock.runtime.gate;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.table.TableName;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// One route against one table, as every surface shows it.
///
/// @param model the model that the route asks for
/// @param dialect how its engine is spoken to
/// @param engine what its engine said of itself, where it tells
/// @param verdict `unproven`, `probe_failed`, `admitted`, `refused`, `suspended`, or `excluded` by
///   the policy
/// @param grade present once judged
/// @param scores the figures, where they could be computed
/// @param rule the broken rule of a refusal
/// @param worstProbe the probe that proves a refusal, else the one with the least cosine
/// @param reason why it does not serve; empty while it does
/// @param dimension the table's width, absent before its birth
/// @param reference what it is compared with, and how much that is worth
/// @param checkedAt when it was last measured
public record MatrixRow(
    String route,
    String model,
    Dialect dialect,
    Optional<EngineState> engine,
    TableName table,
    String verdict,
    Optional<Grade> grade,
    Optional<Scores> scores,
    Optional<Rule> rule,
    Optional<String> worstProbe,
    String reason,
    OptionalInt dimension,
    Reference reference,
    long textsServed,
    Optional<Instant> checkedAt) {}
