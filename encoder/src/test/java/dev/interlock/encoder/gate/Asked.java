package dev.interlock.encoder.gate;

import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Pass;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Asks an engine all probes, as the gate's prober would.
///
/// @param set the probes
/// @param engine from the texts of one call to its vectors
record Asked(ProbeSet set, Function<List<String>, List<float[]>> engine) {
  static final Mode BATCHES = new Mode(32, 1);

  List<float[]> alone() {
    return texts().stream().map(t -> engine.apply(List.of(t)).getFirst()).toList();
  }

  List<float[]> batched() {
    return inBatches(texts());
  }

  /// In full batches from the last text to the first, put back into the set's order.
  List<float[]> reversed() {
    return inBatches(texts().reversed()).reversed();
  }

  /// A route that takes one text a call.
  Measured singly() {
    return singly(set, alone());
  }

  static Measured singly(ProbeSet set, List<float[]> alone) {
    return Measured.byProber(
        "bravo",
        set,
        Mode.SINGLE,
        calls(alone, 1),
        Mode.SINGLE,
        Optional.empty(),
        Optional.empty());
  }

  static Measured everyWay(
      ProbeSet set, List<float[]> alone, List<float[]> batched, List<float[]> reversed) {
    return Measured.byProber(
        "bravo",
        set,
        Mode.SINGLE,
        calls(alone, 1),
        BATCHES,
        Optional.of(calls(batched, BATCHES.batch())),
        Optional.of(calls(reversed, BATCHES.batch())));
  }

  private List<String> texts() {
    return set.probes().stream().map(Probe::text).toList();
  }

  private List<float[]> inBatches(List<String> texts) {
    var vectors = new ArrayList<float[]>();
    for (int from = 0; from < texts.size(); from += BATCHES.batch()) {
      int to = Math.min(texts.size(), from + BATCHES.batch());
      vectors.addAll(engine.apply(texts.subList(from, to)));
    }
    return vectors;
  }

  private static Pass calls(List<float[]> vectors, int batch) {
    var calls = new ArrayList<Pass.Call>();
    for (int from = 0; from < vectors.size(); from += batch) {
      var part = vectors.subList(from, Math.min(vectors.size(), from + batch));
      calls.add(new Pass.Call(part.size(), part));
    }
    return new Pass(calls);
  }
}
