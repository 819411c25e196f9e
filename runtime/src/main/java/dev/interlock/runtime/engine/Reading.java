package dev.interlock.runtime.engine;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.EngineState;

/// What came of asking an engine what it is.
public sealed interface Reading {
  /// It told.
  record Told(EngineState state) implements Reading {}

  /// It answers, but tells nothing of itself that can be read, and need not: its answers' own model
  /// field and its vectors are what it is judged by.
  record Untold(String why) implements Reading {}

  /// It can't be used as it is: it does not have the model, is still loading, did not answer, or
  /// does not tell what must be known of its kind.
  ///
  /// @param reason one sentence for people: host, and what to do where that is clear
  record Failed(Fault fault, String reason) implements Reading {}
}
