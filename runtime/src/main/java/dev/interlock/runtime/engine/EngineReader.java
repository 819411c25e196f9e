package dev.interlock.runtime.engine;

import dev.interlock.core.route.EngineHealth;
import java.util.List;
import java.util.Optional;

/// Asks an engine what it is, and how it counts.
///
/// Thread: any; blocks.
public interface EngineReader {
  /// An engine that can't be asked: the built-in one, which is known.
  EngineReader SILENT =
      new EngineReader() {
        @Override
        public Reading read() {
          return new Reading.Untold("the engine says nothing of itself");
        }

        @Override
        public EngineHealth health() {
          return EngineHealth.UP;
        }

        @Override
        public Optional<List<Integer>> count(List<String> texts) {
          return Optional.empty();
        }
      };

  /// Reads what the engine says of itself and of the route's model. Never throws for what an engine
  /// can do wrong.
  Reading read();

  /// Asks the engine how it is, without any work for its model.
  EngineHealth health();

  /// Tokens of each text as the engine's own tokenizer counts them, special tokens left out; empty
  /// if it has none or does not answer. It is a way for text to leave: only the embedding door,
  /// which holds an admission, asks.
  Optional<List<Integer>> count(List<String> texts);
}
