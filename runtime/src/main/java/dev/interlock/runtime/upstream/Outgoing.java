package dev.interlock.runtime.upstream;

import io.vertx.core.buffer.Buffer;

/// A call on its way to an engine.
///
/// @param path below the engine's base, such as `/chat/completions`, or its root, such as
///   `/api/chat`
/// @param accept the value of `Accept`
/// @param body JSON
public record Outgoing(String path, String accept, Buffer body) {}
