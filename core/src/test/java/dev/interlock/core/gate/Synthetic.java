package dev.interlock.core.gate;

import dev.interlock.core.Gen;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.space.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Anchors and routes made of numbers, with every cosine chosen.
///
/// Anchors use the first [#USED] components; the rest is room to turn a vector away from all
/// anchors at once.
final class Synthetic {
  static final ProbeSet SET = Probes.forLimit(510, TokenCounter.estimate());
  static final int WIDTH = 160;
  static final int USED = 100;
  static final Mode FULL = new Mode(32, 2);
  static final Anchors ANCHORS = anchors(Gen.of(7), 0.3);

  private Synthetic() {}

  /// Random anchors with a common part, so that different probes have about the square of `common`
  /// as their cosine; twins lie near each other.
  static Anchors anchors(Gen gen, double common) {
    var shared = gen.direction(USED);
    var vectors = new ArrayList<float[]>();
    for (var probe : SET.probes()) {
      var own = gen.direction(USED);
      var base = probe.twin().filter(t -> position(t) < vectors.size());
      var v =
          base.isPresent()
              ? mix(vectors.get(position(base.get())), widened(own), 0.97)
              : mix(widened(shared), widened(own), common);
      vectors.add(v);
    }
    return new Anchors(SET, vectors);
  }

  static int position(String id) {
    return SET.position(id);
  }

  /// A unit vector with the given cosine to the probe's anchor, turned towards a component that no
  /// anchor uses.
  static float[] at(int i, double cosine) {
    var v = ANCHORS.vectors().get(i).clone();
    for (int k = 0; k < v.length; k++) {
      v[k] = (float) (v[k] * cosine);
    }
    v[USED + i] = (float) Math.sqrt(1 - cosine * cosine);
    return v;
  }

  /// Every probe at one cosine.
  static List<float[]> allAt(double cosine) {
    return IntStream.range(0, SET.size()).mapToObj(i -> at(i, cosine)).toList();
  }

  /// The vectors with one replaced.
  static List<float[]> with(List<float[]> vectors, String id, float[] replacement) {
    var changed = new ArrayList<>(vectors);
    changed.set(position(id), replacement);
    return changed;
  }

  /// The vectors in another order: position `i` gets the vector of `from.applyAsInt(i)`.
  static List<float[]> ordered(List<float[]> vectors, IntUnaryOperator from) {
    return IntStream.range(0, vectors.size())
        .mapToObj(i -> vectors.get(from.applyAsInt(i)))
        .toList();
  }

  static List<float[]> each(List<float[]> vectors, UnaryOperator<float[]> change) {
    return vectors.stream().map(change).toList();
  }

  /// A route that answers alike in every mode.
  static Measured steady(List<float[]> vectors) {
    return measured(vectors, vectors, vectors);
  }

  static Measured measured(List<float[]> singles, List<float[]> batched, List<float[]> reversed) {
    return Measured.byProber(
        "bravo",
        SET,
        Mode.SINGLE,
        single(singles),
        FULL,
        Optional.of(batches(batched)),
        Optional.of(batches(reversed)));
  }

  /// A route that takes one text a call.
  static Measured oneByOne(List<float[]> vectors) {
    return Measured.byProber(
        "bravo",
        SET,
        Mode.SINGLE,
        single(vectors),
        Mode.SINGLE,
        Optional.empty(),
        Optional.empty());
  }

  static Pass single(List<float[]> vectors) {
    return new Pass(vectors.stream().map(v -> new Pass.Call(1, List.of(v))).toList());
  }

  /// Calls of 32 texts.
  static Pass batches(List<float[]> vectors) {
    var calls = new ArrayList<Pass.Call>();
    for (int from = 0; from < vectors.size(); from += FULL.batch()) {
      var part = vectors.subList(from, Math.min(vectors.size(), from + FULL.batch()));
      calls.add(new Pass.Call(part.size(), part));
    }
    return new Pass(calls);
  }

  /// Unit vector between two unit vectors: `share` of the first.
  static float[] mix(float[] a, float[] b, double share) {
    var mixed = new float[a.length];
    double rest = Math.sqrt(1 - share * share);
    for (int k = 0; k < a.length; k++) {
      mixed[k] = (float) (share * a[k] + rest * b[k]);
    }
    return Vectors.unit(mixed);
  }

  private static float[] widened(float[] v) {
    return Arrays.copyOf(v, WIDTH);
  }
}
