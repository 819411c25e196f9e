package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Measured;
import java.util.List;
import java.util.Optional;

/// How a round of probes ended.
public sealed interface Probing {
  /// All probes were answered; only the gate says what the answers are worth.
  ///
  /// @param measured the answers
  /// @param served the engine's own model field, where it has one
  record Complete(Measured measured, Optional<String> served) implements Probing {}

  /// The canaries were answered.
  ///
  /// @param positions positions of the canaries in the set
  /// @param answered what came back, raw
  record Canaries(List<Integer> positions, List<float[]> answered) implements Probing {
    public Canaries {
      positions = List.copyOf(positions);
      answered = List.copyOf(answered);
    }
  }

  /// No whole answer.
  ///
  /// @param held whether the route's account let nothing through, which says nothing of the route
  record Failed(Fault fault, String reason, boolean held) implements Probing {
    /// The route itself is to blame.
    public Failed(Fault fault, String reason) {
      this(fault, reason, false);
    }
  }
}
