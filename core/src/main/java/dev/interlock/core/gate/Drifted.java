package dev.interlock.core.gate;

import java.util.Collection;
import java.util.List;

/// Which probes a route answers otherwise than at its admission, after all were asked again in each
/// mode that it may serve in (A5).
///
/// @param always positions of those that disagree however they are asked
/// @param sometimes positions of those that disagree in some answers and agree in others
public record Drifted(List<Integer> always, List<Integer> sometimes) {
  public Drifted {
    always = List.copyOf(always);
    sometimes = List.copyOf(sometimes);
  }

  /// Whether the route has become another one for good, as far as these probes show it: a check
  /// that agrees then really vouches for what came before it.
  ///
  /// @param alarmed positions of the probes that raised the alarm
  boolean steadily(Collection<Integer> alarmed) {
    return sometimes.isEmpty() && always.containsAll(alarmed);
  }
}
