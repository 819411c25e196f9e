package dev.interlock.runtime.store;

import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.table.TableName;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What the gate said of a route and a table once, as it is kept.
///
/// @param id unique; rows name it as their leave
/// @param route the route
/// @param table the table
/// @param epoch the epoch that it opened
/// @param verdict the word of the standing: `unproven`, `probe_failed`, `admitted`, `refused` or
///   `suspended`
/// @param grade how near, where it was judged
/// @param scores the figures, where there are any; one that is not a number comes back as NaN
/// @param rule the broken rule, where one is
/// @param probe id of the probe that proves it
/// @param reason one sentence for people, empty where there is nothing to say
/// @param dimension width of the route's vectors, where they have one
/// @param coverage how much the agreement was worth
/// @param engine which model the engine said it holds, and its version
/// @param checkedAt when
public record Verdict(
    String id,
    String route,
    TableName table,
    long epoch,
    String verdict,
    Optional<Grade> grade,
    Optional<Scores> scores,
    Optional<Rule> rule,
    Optional<String> probe,
    String reason,
    OptionalInt dimension,
    Coverage coverage,
    Optional<String> engine,
    Instant checkedAt) {
  private static final Set<String> WORDS =
      Set.of("unproven", "probe_failed", "admitted", "refused", "suspended");

  public Verdict {
    if (!WORDS.contains(verdict)) {
      throw new IllegalArgumentException("no verdict is called " + verdict);
    }
  }
}
