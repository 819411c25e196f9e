package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.Fault;

/// What came of one question to an engine that is no call of its model.
public sealed interface Heard {
  /// A whole answer, whatever its status.
  record Answer(int status, byte[] body) implements Heard {}

  /// No whole answer.
  ///
  /// @param message one sentence for people, host included
  record Silence(Fault fault, String message) implements Heard {}
}
