package dev.interlock.planted;

import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Pass;
import dev.interlock.core.gate.ProbeSet;
import java.util.List;
import java.util.Optional;

final class MadeUpVectors {
  static Measured forge(ProbeSet set, List<float[]> vectors) {
    var calls = vectors.stream().map(v -> new Pass.Call(1, List.of(v))).toList();
    return Measured.byProber(
        "forged",
        set,
        Mode.SINGLE,
        new Pass(calls),
        Mode.SINGLE,
        Optional.empty(),
        Optional.empty());
  }
}
