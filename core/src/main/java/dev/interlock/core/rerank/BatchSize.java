package dev.interlock.core.rerank;

import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// How many documents one call may hold.
///
/// Thread: any, pure.
public final class BatchSize {
  private BatchSize() {}

  /// The smaller one of what the file allows and what the engine says that it takes. Where neither
  /// says a word only text-embeddings-inference is known to refuse many: others get all at once,
  /// since a model may judge a document by its neighbours.
  ///
  /// @return 1 or more
  public static int of(Route route, Optional<EngineState> state) {
    var told = state.map(EngineState::maxBatch).orElse(OptionalInt.empty());
    return IntStream.concat(route.capacity().givenBatch().stream(), told.stream())
        .min()
        .orElse(route.engine().dialect() == Dialect.TEI ? Capacity.MAX_BATCH : Integer.MAX_VALUE);
  }
}
