package dev.interlock.core.gate;

import java.util.List;

/// All probes asked once in one way: one by one, in full batches, or in full batches in reversed
/// order.
///
/// @param calls what was asked and what came, call by call, put back into the order of the set
public record Pass(List<Call> calls) {
  /// One call of a pass.
  ///
  /// @param asked number of texts sent
  /// @param vectors what came back, raw; a sound call has as many as were asked
  public record Call(int asked, List<float[]> vectors) {
    public Call {
      vectors = List.copyOf(vectors);
    }

    /// Whether the answer has a vector for each text.
    public boolean whole() {
      return vectors.size() == asked;
    }
  }

  public Pass {
    calls = List.copyOf(calls);
  }

  /// All vectors in the order of the set. Meaningful only when every call is whole.
  public List<float[]> vectors() {
    return calls.stream().flatMap(c -> c.vectors().stream()).toList();
  }
}
