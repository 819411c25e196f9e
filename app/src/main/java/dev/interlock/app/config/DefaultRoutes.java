package dev.interlock.app.config;

import dev.interlock.core.account.Account;
import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the roles that make single calls are served by where no file says anything of roles (A16):
/// a model of the account `openrouter` each, which serves once a key was pushed to it.
final class DefaultRoutes {
  private static final Map<Role, String> MODELS =
      new EnumMap<>(
          Map.of(
              Role.RERANK, "qwen/qwen3-reranker-8b",
              Role.CODE_ASSISTANT, "poolside/laguna-s-2.1",
              Role.RLM, "deepseek/deepseek-v4-flash"));

  private static final Map<String, RouteConfig> ROUTES = routes();

  private DefaultRoutes() {}

  private static Map<String, RouteConfig> routes() {
    var routes = new LinkedHashMap<String, RouteConfig>();
    var account = new Target.Account(Account.OPENROUTER.name());
    MODELS.forEach((role, model) -> routes.put(name(role), RouteConfig.of(account, model)));
    return routes;
  }

  private static String name(Role role) {
    return Account.OPENROUTER.name() + "-" + role.word();
  }

  /// Which model each role has, for the reference page.
  static String words() {
    return MODELS.entrySet().stream()
        .map(e -> "`%s` by `%s`".formatted(e.getKey().word(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  /// Their names, which no route of a file may take.
  static List<String> names() {
    return List.copyOf(ROUTES.keySet());
  }

  /// The route of that name.
  static Optional<RouteConfig> named(String name) {
    return Optional.ofNullable(ROUTES.get(name));
  }

  static Map<Role, CallRoleConfig> roles() {
    var roles = new EnumMap<Role, CallRoleConfig>(Role.class);
    MODELS
        .keySet()
        .forEach(
            role ->
                roles.put(
                    role,
                    new CallRoleConfig(Policy.AGGREGATE, List.of(name(role)), fallback(role))));
    return roles;
  }

  /// Without a word in the file (A16).
  static Takeover fallback(Role role) {
    return role == Role.RLM ? Takeover.LOCAL_ONLY : Takeover.ANY;
  }
}
