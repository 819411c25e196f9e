package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import java.net.URI;

/// An engine by URL.
///
/// @param url `http` or `https`, without user, query or fragment, without a slash at the end
/// @param dialect how it is spoken to
/// @param cloud whether it stands outside our network, so that `local` never uses it
/// @param chat by which API it is asked for chats; more than one only for an Ollama
public record HostConfig(URI url, Dialect dialect, boolean cloud, ChatApi chat) {
  /// A local engine that speaks OpenAI.
  static HostConfig of(URI url) {
    return new HostConfig(url, Dialect.OPENAI, false, ChatApi.V1);
  }
}
