package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Profile.Patience;
import dev.interlock.core.profile.Takeover;
import dev.interlock.core.role.Policy;
import dev.interlock.core.role.Role;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.upstream.Endpoint;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConfigTest {
  private static final String FULL =
      """
      server: {host: localhost, port: 7171}
      index: {maxFileBytes: 2.5MiB, defaultExcludes: false}
      ledger: {keep: 36h}
      alarms: {webhook: "http://127.0.0.1:9/hook"}
      hosts:
        lab: {url: "https://lab.internal:8443/v1/", dialect: ollama, cloud: true,
              chat: native}
        gpu: {url: "http://gpu:8080", key: "${env:GPU_KEY}",
              limits: {connect: 1s, query: 2500ms, batch: 5m}}
      accounts:
        paid: {kind: openai, url: "https://api.example.org/v1/", key: "${file:/run/key}",
               dailyUsd: 12.5, permits: 32, balanceUsd: 50}
        near: {kind: openai, url: "http://127.0.0.1:9/v1"}
      projects:
        app: {dailyUsd: 2, weight: 3}
      routes:
        full:
          {host: lab, model: org/m, accept: [m, "org/m:1"], maxTokens: 8192, pin: nebius,
           maxBatch: 64, concurrency: 8}
        bare: {host: gpu, model: m}
        flash:
          account: openrouter
          model: deepseek/v
          pin: p
          price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2.5, cachedUsdPerMillion: 0.1, requestUsd: 0.001}
          maxCompletionTokens: 4096
      roles:
        rlm: {policy: local, routes: [bare], fallback: any}
        code-embedding:
          policy: backup
          routes: [bare, full]
          dimension: 2560
          queryPrefix: "query: "
          documentPrefix: "doc: "
        text-embedding:
          routes: [embedded]
      profiles:
        spec-lint: {kind: generate, tiers: [{routes: [bare]}]}
      """;

  private static final AccountConfig PAID =
      new AccountConfig(
          AccountKind.OPENAI,
          URI.create("https://api.example.org/v1"),
          Optional.of(new KeyPlace.InFile(Path.of("/run/key"))),
          Optional.of(new NanoUsd(12_500_000_000L)),
          OptionalInt.of(32),
          Optional.of(new NanoUsd(50_000_000_000L)));

  private static final AccountConfig NEAR =
      new AccountConfig(
          AccountKind.OPENAI,
          URI.create("http://127.0.0.1:9/v1"),
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty());

  private static final Optional<KeyPlace> GPU_KEY = Optional.of(new KeyPlace.Variable("GPU_KEY"));

  private static final ProjectConfig APP =
      new ProjectConfig(Optional.of(new NanoUsd(2_000_000_000L)), OptionalInt.of(3));

  private static final PriceConfig PRICE =
      new PriceConfig(
          new NanoUsd(1_000_000_000),
          new NanoUsd(2_500_000_000L),
          Optional.of(new NanoUsd(100_000_000)),
          new NanoUsd(1_000_000));

  private static Config full() {
    return ((Loaded.Ok) ConfigReader.parse(FULL)).config();
  }

  private static <T> T named(Map<?, T> all, Object name) {
    return Optional.ofNullable(all.get(name)).orElseThrow();
  }

  /// A cloud takes no key, so no one host has all.
  private static HostConfig both(Map<String, HostConfig> hosts) {
    var lab = named(hosts, "lab");
    var gpu = named(hosts, "gpu");
    return new HostConfig(
        lab.url(), lab.dialect(), lab.cloud(), lab.chat(), gpu.key(), gpu.limits());
  }

  /// A host takes no price, so no one route has all.
  private static RouteConfig priced(RouteConfig full) {
    return new RouteConfig(
        full.to(),
        full.model(),
        full.accept(),
        full.maxTokens(),
        full.pin(),
        full.maxBatch(),
        full.concurrency(),
        Optional.of(PRICE),
        OptionalInt.of(4096));
  }

  @Test
  void defaultsEmbedBothRolesOnLoopback() {
    var embedded =
        new RoleConfig(Policy.AGGREGATE, List.of("embedded"), OptionalInt.empty(), "", "");
    assertThat(Config.defaults())
        .isEqualTo(
            new Config(
                new ServerConfig("127.0.0.1", 7070),
                new IndexConfig(10_000_000, true),
                new LedgerConfig(Duration.ofDays(30)),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(Role.CODE_EMBEDDING, embedded, Role.TEXT_EMBEDDING, embedded),
                DefaultRoutes.roles(),
                Map.of()));
  }

  @Test
  void emptyFileIsTheDefaults() {
    for (var yaml : List.of("", "# nothing\n", "server:\nhosts:\nroles:\n", "{}")) {
      assertThat(ConfigReader.parse(yaml))
          .isInstanceOfSatisfying(
              Loaded.Ok.class, ok -> assertThat(ok.config()).isEqualTo(Config.defaults()));
    }
  }

  @Test
  void everyKeyIsMapped() {
    var lab =
        new HostConfig(
            URI.create("https://lab.internal:8443/v1"),
            Dialect.OLLAMA,
            true,
            ChatApi.NATIVE,
            Optional.empty(),
            Endpoint.Limits.DEFAULT);
    var limits =
        new Endpoint.Limits(Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofMinutes(5));
    var gpu =
        new HostConfig(
            URI.create("http://gpu:8080"), Dialect.OPENAI, false, ChatApi.V1, GPU_KEY, limits);
    var code =
        new RoleConfig(
            Policy.BACKUP, List.of("bare", "full"), OptionalInt.of(2560), "query: ", "doc: ");
    assertThat(full())
        .isEqualTo(
            new Config(
                new ServerConfig("localhost", 7171),
                new IndexConfig(2_621_440, false),
                new LedgerConfig(Duration.ofHours(36)),
                Optional.of(URI.create("http://127.0.0.1:9/hook")),
                Map.of("lab", lab, "gpu", gpu),
                Map.of("paid", PAID, "near", NEAR),
                Map.of("app", APP),
                Map.of(
                    "full",
                    new RouteConfig(
                        new Target.Host("lab"),
                        "org/m",
                        List.of("m", "org/m:1"),
                        OptionalInt.of(8192),
                        Optional.of("nebius"),
                        OptionalInt.of(64),
                        8,
                        Optional.empty(),
                        OptionalInt.empty()),
                    "bare",
                    RouteConfig.of(new Target.Host("gpu"), "m"),
                    "flash",
                    new RouteConfig(
                        new Target.Account("openrouter"),
                        "deepseek/v",
                        List.of(),
                        OptionalInt.empty(),
                        Optional.of("p"),
                        OptionalInt.empty(),
                        2,
                        Optional.of(PRICE),
                        OptionalInt.of(4096))),
                Map.of(
                    Role.CODE_EMBEDDING,
                    code,
                    Role.TEXT_EMBEDDING,
                    RoleConfig.of(Policy.AGGREGATE, List.of("embedded"))),
                Map.of(Role.RLM, new CallRoleConfig(Policy.LOCAL, List.of("bare"), Takeover.ANY)),
                Map.of(
                    "spec-lint",
                    new ProfileConfig(
                        Kind.GENERATE,
                        List.of(List.of("bare")),
                        Delivery.STREAM,
                        Patience.DEFAULT))));
  }

  @Test
  void noComponentIsLeftUntested() throws Exception {
    var full = full();
    RecordMapping.assertEveryComponentDiffers(Config.defaults(), full);
    RecordMapping.assertEveryComponentDiffers(ServerConfig.defaults(), full.server());
    RecordMapping.assertEveryComponentDiffers(IndexConfig.defaults(), full.index());
    RecordMapping.assertEveryComponentDiffers(LedgerConfig.defaults(), full.ledger());
    RecordMapping.assertEveryComponentDiffers(
        HostConfig.of(URI.create("http://gpu")), both(full.hosts()));
    RecordMapping.assertEveryComponentDiffers(
        RouteConfig.of(new Target.Host("gpu"), "m"), priced(named(full.routes(), "full")));
    RecordMapping.assertEveryComponentDiffers(
        AccountConfig.of(AccountKind.OPENROUTER), named(full.accounts(), "paid"));
    RecordMapping.assertEveryComponentDiffers(ProjectConfig.NONE, named(full.projects(), "app"));
    RecordMapping.assertEveryComponentDiffers(
        RoleConfig.of(Policy.AGGREGATE, List.of("embedded")),
        named(full.roles(), Role.CODE_EMBEDDING));
  }

  @Test
  void everyKeyOfTheReferenceIsInTheFullMapping() {
    for (var part :
        List.of(
            Shape.TOP,
            Shape.SERVER,
            Shape.INDEX,
            Shape.LEDGER,
            Shape.ALARMS,
            Shape.HOST,
            Shape.ACCOUNT,
            Shape.ROUTE,
            Shape.PRICE,
            Shape.PROJECT,
            Shape.ROLE)) {
      assertThat(part).allSatisfy(key -> assertThat(FULL).contains(key.name() + ":"));
    }
  }

  @Test
  void namesKeepTheFilesOrder() {
    assertThat(full().hosts().keySet()).containsExactly("lab", "gpu");
    assertThat(full().routes().keySet()).containsExactly("full", "bare", "flash");
  }

  @Test
  void routesOfARoleCarryTheirHost() {
    assertThat(full().routesOf(Role.CODE_EMBEDDING))
        .containsExactly(
            new Route(
                "bare",
                new Engine(Placement.LOCAL, Dialect.OPENAI, "http://gpu:8080"),
                "m",
                List.of(),
                Optional.empty(),
                new Capacity(OptionalInt.empty(), OptionalInt.empty(), 2),
                Optional.empty()),
            new Route(
                "full",
                new Engine(Placement.CLOUD, Dialect.OLLAMA, "https://lab.internal:8443/v1"),
                "org/m",
                List.of("m", "org/m:1"),
                Optional.of("nebius"),
                new Capacity(8192, 64, 8),
                Optional.empty()));
    assertThat(full().routesOf(Role.TEXT_EMBEDDING)).containsExactly(EmbeddedRoute.ROUTE);
    assertThat(full().routesOf(Role.RERANK)).isEmpty();
  }

  @Test
  @DisplayName("A8: a route on an account knows it, and stands in the cloud")
  void routesOfAnAccount() {
    var config = accounts("routes: {r: {account: openrouter, model: m, pin: p}}");
    var route = config.routesOf(Role.CODE_EMBEDDING).getFirst();
    assertThat(route.account()).contains("openrouter");
    assertThat(route.placement()).isEqualTo(Placement.CLOUD);
    assertThat(route.host()).isEqualTo("https://openrouter.ai/api/v1");
    assertThat(config.chatApi("r")).isEqualTo(ChatApi.V1);
    assertThat(config.accountsByName())
        .containsExactly(Map.entry("openrouter", Account.OPENROUTER));
  }

  @Test
  @DisplayName("A8: an account that is configured is what its section says")
  void accountsByName() {
    var config =
        accounts(
            """
            accounts:
              openrouter: {kind: openrouter, dailyUsd: 20}
              deep: {kind: deepseek, permits: 256}
            routes: {r: {account: deep, model: m, pin: p}}
            """);
    var all = config.accountsByName();
    assertThat(all).containsOnlyKeys("openrouter", "deep");
    assertThat(named(all, "openrouter").daily()).contains(new NanoUsd(20_000_000_000L));
    assertThat(named(all, "deep").url()).isEqualTo("https://api.deepseek.com/v1");
    assertThat(named(all, "deep").permits()).hasValue(256);
  }

  private static Config accounts(String yaml) {
    var roles = "\nroles: {code-embedding: {policy: cloud, routes: [r]}}\n";
    return ((Loaded.Ok) ConfigReader.parse(yaml.strip() + roles)).config();
  }

  @Test
  @DisplayName("A3: no setting names the gate, a floor or an admission, so none can turn it off")
  void noSettingTouchesTheGate() {
    var names = new ArrayList<String>();
    components(Config.class, new LinkedHashSet<>(), names);
    assertThat(names)
        .contains("policy", "maxTokens", "pin")
        .noneMatch(
            name ->
                name.toLowerCase(Locale.ROOT)
                    .matches(".*(gate|floor|admission|probe|cosine|anchor|skip|force|trust).*"));
    assertThat(Shape.ROLE).extracting(Key::name).allMatch(names::contains);
  }

  private static void components(Type type, Set<Type> seen, List<String> names) {
    if (!seen.add(type)) {
      return;
    }
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        components(argument, seen, names);
      }
    } else if (type instanceof Class<?> record && record.isRecord()) {
      for (RecordComponent component : record.getRecordComponents()) {
        names.add(component.getName());
        components(component.getGenericType(), seen, names);
      }
    }
  }

  @Test
  void serverBindsToLoopbackOnly() {
    for (var host : List.of("127.0.0.1", "127.8.9.250", "::1", "[::1]", "localhost")) {
      assertThat(ServerConfig.loopback(host)).as(host).isTrue();
    }
    for (var host :
        List.of("0.0.0.0", "::", "10.0.0.1", "127.0.0.1.evil.test", "127.0.0.256", "")) {
      assertThat(ServerConfig.loopback(host)).as(host).isFalse();
      assertThatThrownBy(() -> new ServerConfig(host, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
