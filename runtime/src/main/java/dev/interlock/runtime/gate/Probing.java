package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Measured;
import java.util.List;

/// How a round of probes ended.
public sealed interface Probing {
  /// All probes were answered; only the gate says what the answers are worth.
  record Complete(Measured measured) implements Probing {}

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
  record Failed(Fault fault, String reason) implements Probing {}
}
