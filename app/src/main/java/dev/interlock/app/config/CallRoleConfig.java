package dev.interlock.app.config;

import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import java.util.List;

/// What serves a role that makes single calls: `rerank`, `code-assistant` or `rlm`.
///
/// @param policy where its work may run
/// @param routes route names in order, at least one, none twice
/// @param fallback who may take over a failed attempt
public record CallRoleConfig(Policy policy, List<String> routes, Takeover fallback) {
  public CallRoleConfig {
    routes = List.copyOf(routes);
  }
}
