package dev.interlock.app.config;

import dev.interlock.core.route.Dialect;
import java.net.URI;
import java.util.Optional;

/// An engine by URL.
///
/// @param url `http` or `https`, without user, query or fragment, without a slash at the end
/// @param dialect how it is spoken to
/// @param cloud whether it stands outside our network, so that `local` never uses it
/// @param key where the key lies that it wants; a cloud has none
public record HostConfig(URI url, Dialect dialect, boolean cloud, Optional<KeyPlace> key) {
  /// A local engine that speaks OpenAI.
  static HostConfig of(URI url) {
    return new HostConfig(url, Dialect.OPENAI, false, Optional.empty());
  }
}
