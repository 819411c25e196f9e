package dev.interlock.core.gate;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/// The probes of one table, in their fixed order. Their longest texts depend on the table's token
/// limit, so the texts are kept with the table and never made anew for a later candidate.
///
/// @param version the version of the texts' source
/// @param maxTokens tokens of the longest text that the table allows, which the longest probes fill
/// @param probes the probes; the order is part of the set
public record ProbeSet(String version, int maxTokens, List<Probe> probes) {
  public ProbeSet {
    if (maxTokens < 1) {
      throw new IllegalArgumentException("maxTokens must be 1 or more, got " + maxTokens);
    }
    probes = List.copyOf(probes);
    var ids = new HashSet<String>();
    for (var probe : probes) {
      if (!ids.add(probe.id())) {
        throw new IllegalArgumentException("two probes are called " + probe.id());
      }
    }
  }

  /// Number of probes.
  public int size() {
    return probes.size();
  }

  /// Positions of the probes of one form, ascending.
  public int[] positions(Form form) {
    return IntStream.range(0, size()).filter(i -> probes.get(i).form() == form).toArray();
  }

  /// Position of the probe of that id.
  ///
  /// @throws IllegalArgumentException if there is none
  public int position(String id) {
    return IntStream.range(0, size())
        .filter(i -> probes.get(i).id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no probe is called " + id));
  }
}
