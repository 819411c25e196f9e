package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The roles that make single calls: their sections, their defaults, their mistakes.
class CallRolesTest {
  private static final String ROUTES =
      """
      hosts: {h: {url: "http://h:1/v1"}, o: {url: "http://o:1", dialect: ollama}}
      accounts: {paid: {kind: openrouter}}
      routes:
        a: {host: h, model: m}
        b: {host: o, model: m}
        c: {account: paid, model: m}
      """;

  private static Config config(String roles) {
    return ((Loaded.Ok) ConfigReader.parse(ROUTES + roles)).config();
  }

  private static Profile profile(Config config, String name) {
    return Optional.ofNullable(config.profilesByName().get(name)).orElseThrow();
  }

  private static List<List<String>> tiers(Profile profile) {
    return profile.tiers().stream()
        .map(tier -> tier.routes().stream().map(Route::name).toList())
        .toList();
  }

  @Test
  @DisplayName("A1, A2: each role has its own policy and routes, and is asked for by its name")
  void rolesAreRead() {
    var config =
        config(
            """
            roles:
              rerank: {policy: backup, routes: [c, a]}
              code-assistant: {policy: cloud, routes: [c]}
              rlm: {routes: [b, c], fallback: any}
            """);

    assertThat(config.callRoles())
        .containsEntry(
            Role.RERANK, new CallRoleConfig(Policy.BACKUP, List.of("c", "a"), Takeover.ANY))
        .containsEntry(
            Role.CODE_ASSISTANT, new CallRoleConfig(Policy.CLOUD, List.of("c"), Takeover.ANY))
        .containsEntry(
            Role.RLM, new CallRoleConfig(Policy.AGGREGATE, List.of("b", "c"), Takeover.ANY));
    assertThat(config.roles()).isEmpty();
    assertThat(config.profilesByName()).containsOnlyKeys("rerank", "code-assistant", "rlm");
    assertThat(tiers(profile(config, "rerank"))).containsExactly(List.of("a"), List.of("c"));
    assertThat(profile(config, "rerank").kind()).isEqualTo(Kind.RERANK);
  }

  @Test
  @DisplayName("A16: rlm's fallback mode is local-only unless the file says otherwise")
  void rlmFallsBackLocally() {
    var config = config("roles: {rlm: {routes: [b, c]}, code-assistant: {routes: [b]}}");

    assertThat(profile(config, "rlm").rule().takeover()).isEqualTo(Takeover.LOCAL_ONLY);
    assertThat(profile(config, "code-assistant").rule().takeover()).isEqualTo(Takeover.ANY);
  }

  @ParameterizedTest
  @CsvSource({
    "rerank, qwen/qwen3-reranker-8b, RERANK",
    "code-assistant, poolside/laguna-s-2.1, GENERATE",
    "rlm, deepseek/deepseek-v4-flash, GENERATE",
  })
  @DisplayName("A16: where nothing is said of roles, three models of openrouter are the defaults")
  void defaults(String role, String model, Kind kind) {
    for (var config : List.of(Config.defaults(), config(""))) {
      var profile = profile(config, role);

      assertThat(profile.kind()).isEqualTo(kind);
      assertThat(profile.rule().policy()).contains(Policy.AGGREGATE);
      assertThat(profile.tiers().getFirst().routes())
          .singleElement()
          .satisfies(
              route -> {
                assertThat(route.model()).isEqualTo(model);
                assertThat(route.account()).contains("openrouter");
              });
    }
  }

  @Test
  @DisplayName("A16: a role that a file leaves out has no route, and no model of ours")
  void leftOut() {
    assertThat(config("roles: {rlm: {routes: [b]}}").profilesByName()).containsOnlyKeys("rlm");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {rlm: {}}                                        | roles.rlm.routes: is missing
          {rlm: {routes: []}}                              | roles.rlm.routes: names no route; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {rlm: {routes: [x]}}                             | roles.rlm.routes[0]: "x" is not a route of this file; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {rlm: {routes: [a, a]}}                          | roles.rlm.routes[1]: "a" is named twice in this role
          {rlm: {routes: [embedded]}}                      | roles.rlm.routes[0]: "embedded" is the built-in encoder, which writes no text; allowed: a, b, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {rlm: {routes: [a], fallback: none}}             | roles.rlm.fallback: "none" is not a fallback mode; allowed: any, local-only
          {code-assistant: {routes: [a], fallback: any}}   | roles.code-assistant.fallback: "fallback" is not a key here; allowed: policy, routes
          {rerank: {routes: [b]}}                          | roles.rerank.routes[0]: "b" stands on a host of dialect ollama, which has no reranking; allowed: a, c, openrouter-rerank, openrouter-code-assistant, openrouter-rlm
          {rerank: {routes: [a], policy: nearby}}          | roles.rerank.policy: "nearby" is not a policy; allowed: local, cloud, aggregate, backup
          {rerank: {routes: [c], policy: local}}           | roles.rerank.policy: "local" leaves this role no route that may serve: every one it names is cloud
          {code-assistant: {routes: [a], policy: cloud}}   | roles.code-assistant.policy: "cloud" leaves this role no route that may serve: every one it names is local
          {rlm: {routes: [a], dimension: 3}}               | roles.rlm.dimension: "dimension" is not a key here; allowed: policy, routes, fallback
          """)
  @DisplayName("A2: what is wrong with a role is told with its place and what is allowed")
  void mistakes(String roles, String message) {
    assertThat(MistakesTest.lines(ROUTES + "roles: " + roles))
        .singleElement()
        .asString()
        .endsWith(message);
  }

  @Test
  @DisplayName("A2: a route that a policy never uses is a warning")
  void neverUsed() {
    var loaded = ConfigReader.parse(ROUTES + "roles: {rlm: {policy: local, routes: [a, c]}}");

    assertThat(((Loaded.Ok) loaded).warnings())
        .extracting(w -> w.render("f"))
        .contains("f:7: roles.rlm.routes[1]: policy local never uses c");
  }

  @Test
  @DisplayName("A16: the names of the default routes are taken")
  void namesAreTaken() {
    assertThat(
            MistakesTest.lines(
                "hosts: {h: {url: \"http://h:1\"}}\nroutes: {openrouter-rlm: {host: h, model: m}}"))
        .contains(
            "f:2: routes.openrouter-rlm: this name belongs to a built-in route; take another");
  }
}
