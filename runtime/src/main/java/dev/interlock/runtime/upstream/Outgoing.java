package dev.interlock.runtime.upstream;

import dev.interlock.core.budget.Lease;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/// A call on its way to an engine.
///
/// @param path below the engine's base, such as `/chat/completions`, or its root, such as
///   `/api/chat`
/// @param accept the value of `Accept`
/// @param body JSON
/// @param lease the permit that the call holds; a cloud account is called with none other
public record Outgoing(String path, String accept, Buffer body, Optional<Lease> lease) {
  /// A call that needs no permit.
  public Outgoing(String path, String accept, Buffer body) {
    this(path, accept, body, Optional.empty());
  }
}
