package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.Endpoint;
import java.net.URI;
import java.util.Optional;

/// An engine by URL.
///
/// @param url `http` or `https`, without user, query or fragment, without a slash at the end
/// @param dialect how it is spoken to
/// @param cloud whether it stands outside our network, so that `local` never uses it
/// @param chat by which API it is asked for chats; more than one only for an Ollama
/// @param key where the key lies that it wants; a cloud has none
/// @param limits how long its embeddings are waited for
public record HostConfig(
    URI url,
    Dialect dialect,
    boolean cloud,
    ChatApi chat,
    Optional<KeyPlace> key,
    Endpoint.Limits limits) {
  /// A local engine that speaks OpenAI.
  static HostConfig of(URI url) {
    return new HostConfig(
        url, Dialect.OPENAI, false, ChatApi.V1, Optional.empty(), Endpoint.Limits.DEFAULT);
  }
}
