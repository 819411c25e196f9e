package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.gate.Report;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.space.Space;
import dev.interlock.runtime.upstream.Offered;
import java.util.List;
import java.util.Optional;

/// How a trial ended.
public sealed interface Tried {
  /// All probes were answered.
  ///
  /// @param model what was asked for
  /// @param served the server's own model field, where it has one
  /// @param state what the engine says of itself, where its dialect lets it be asked
  /// @param table the table's space
  /// @param set the probes
  /// @param batched whether they were asked in batches too, which only who agrees one by one is
  /// @param report what the gate says
  record Judged(
      String model,
      Optional<String> served,
      Optional<EngineState> state,
      Offered offered,
      Space table,
      ProbeSet set,
      boolean batched,
      Report report)
      implements Tried {}

  /// No whole answer came.
  ///
  /// @param model what was asked for, empty where the server could not even be asked for its models
  record Failed(Optional<String> model, Offered offered, Space table, Fault fault, String reason)
      implements Tried {}

  /// No model was named, and the server offers none or several.
  ///
  /// @param names what it offers
  /// @param reason why there is no list, empty where there is one
  record Undecided(List<String> names, String reason) implements Tried {
    public Undecided {
      names = List.copyOf(names);
    }
  }

  /// The table has no anchors: nothing has built it yet.
  record Unborn() implements Tried {}

  /// The table does not open.
  record Blocked(String reason) implements Tried {}

  /// Too many trials are under way.
  record Busy() implements Tried {}
}
