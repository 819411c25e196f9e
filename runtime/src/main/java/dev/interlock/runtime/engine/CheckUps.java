package dev.interlock.runtime.engine;

import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.Route;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// Asks engines how they are, for callers who must not wait.
///
/// Thread: any; the answer is told on a thread of its own.
public final class CheckUps {
  private final Map<String, EngineReader> readers;
  private final Executor threads;

  /// @param readers by route
  /// @param threads where engines are asked; tasks block
  public CheckUps(Map<String, EngineReader> readers, Executor threads) {
    this.readers = Map.copyOf(readers);
    this.threads = threads;
  }

  /// Asks the route's engine; nothing is told once the program ends.
  public void ask(Route route, Consumer<EngineHealth> told) {
    var reader = Optional.ofNullable(readers.get(route.name())).orElse(EngineReader.SILENT);
    try {
      threads.execute(() -> told.accept(reader.health()));
    } catch (RejectedExecutionException theProgramEnds) {
      // Nobody is left who could use an answer.
    }
  }
}
