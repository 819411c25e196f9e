package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One row for each mistake: what the file says, and the one line that a person reads.
class MistakesTest {
  private static Arguments row(String yaml, String line) {
    return Arguments.of(yaml, line);
  }

  static Stream<Arguments> syntax() {
    return Stream.of(
        row(
            "server:\n\tport: 1",
            "f:2: is not YAML: a tab stands where only spaces may; indent with spaces"),
        row("server: {port: 1", "f:1: is not YAML: expected ',' or '}', but got <stream end>"),
        row(
            "server: &s {port: 1}",
            "f:1: anchors and aliases (&name, *name) are not taken: repeat the value"),
        row("[".repeat(21) + "]".repeat(21), "f:1: is nested deeper than any setting"),
        row("server:\n  host: \"a\u0000\"", "f:2: holds a character that YAML does not allow"),
        row("server: {}\n---\nserver: {}", "f:2: is not YAML: but found another document"),
        row("just words", "f:1: \"just words\" is not a section of keys and values"),
        row("- a", "f:1: is a list; it must be a section of keys and values"),
        row("[a, b]: 1", "f:1: a key must be a word"));
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        row(
            "server: {prot: 1}",
            "f:1: server.prot: \"prot\" is not a key here; allowed: host, port (did you mean"
                + " port?)"),
        row(
            "servers: {}",
            "f:1: servers: \"servers\" is not a key here; allowed: server, index, ledger, alarms,"
                + " hosts, accounts, projects, routes, roles, profiles (did you mean server?)"),
        row(
            "server:\n  port: 1\n  host: localhost\n  port: 2",
            "f:4: server.port: stands twice; first on line 2"),
        row(
            "server: {port: }",
            "f:1: server.port: has no value; it must be a whole number; allowed: 0..65535"),
        row("server: [1]", "f:1: server: is a list; it must be a section of keys and values"));
  }

  static Stream<Arguments> values() {
    return Stream.of(
        row(
            "server: {port: 65536}",
            "f:1: server.port: \"65536\" is out of range; allowed: 0..65535"),
        row("server: {port: -1}", "f:1: server.port: \"-1\" is out of range; allowed: 0..65535"),
        row(
            "server: {port: 99999999999}",
            "f:1: server.port: \"99999999999\" is out of range; allowed: 0..65535"),
        row(
            "server: {port: \"80\"}",
            "f:1: server.port: \"80\" is not a whole number; allowed: 0..65535"),
        row(
            "server: {port: 1.5}",
            "f:1: server.port: \"1.5\" is not a whole number; allowed: 0..65535"),
        row(
            "server: {port: {a: 1}}",
            "f:1: server.port: is a section; it must be a whole number; allowed: 0..65535"),
        row(
            "server: {host: 0.0.0.0}",
            "f:1: server.host: \"0.0.0.0\" is no loopback address, and without TLS and caller keys"
                + " the server binds to no other; allowed: 127.0.0.1, ::1, localhost"),
        row(
            "roles: {code-embedding: {routes: [embedded], queryPrefix: 'a ${env:NAME} b'}}",
            "f:1: roles.code-embedding.queryPrefix: \"${env:NAME}\" is taken as it stands:"
                + " only a key of hosts or accounts takes a reference, since nothing else takes a"
                + " secret; write the value itself"),
        row(
            "hosts: {gpu: {url: 'http://${file:/run/secrets/url}/v1'}}",
            "f:1: hosts.gpu.url: \"${file:/run/secrets/url}\" is taken as it stands: only a key of"
                + " hosts or accounts takes a reference, since nothing else takes a secret; write"
                + " the value itself"),
        row("server: {host: 1}", "f:1: server.host: \"1\" is not text (put it in quotes)"),
        row("server: {host: ' '}", "f:1: server.host: \" \" is empty"),
        row(
            "index: {maxFileBytes: 10}",
            "f:1: index.maxFileBytes: \"10\" is not a size with its unit; allowed: 1KB..1GB, such"
                + " as 10MB or 2.5MiB"),
        row(
            "ledger: {keep: 30}",
            "f:1: ledger.keep: \"30\" is not a whole number with its unit, such as 90s, 15m, 1h or"
                + " 30d; allowed: 1h to 3650d"),
        row(
            "ledger: {keep: 59m}",
            "f:1: ledger.keep: \"59m\" is out of range; allowed: 1h to 3650d"),
        row(
            "ledger: {keep: 3651d}",
            "f:1: ledger.keep: \"3651d\" is out of range; allowed: 1h to 3650d"),
        row(
            "index: {defaultExcludes: yes}",
            "f:1: index.defaultExcludes: \"yes\" is not true or false; allowed: true, false"));
  }

  private static final String HOST = "hosts: {gpu: {url: 'http://gpu:1/v1'}}\n";

  static Stream<Arguments> hosts() {
    return Stream.of(
        row("hosts: {gpu: {}}", "f:1: hosts.gpu.url: is missing"),
        row("hosts: {gpu: }", "f:1: hosts.gpu.url: is missing"),
        row(
            "hosts: {gpu: {url: 'ftp://a'}}",
            "f:1: hosts.gpu.url: the URL is not an http or https URL; allowed: http://...,"
                + " https://..."),
        row(
            "hosts: {gpu: {url: 'http://gpu:70000'}}",
            "f:1: hosts.gpu.url: the URL has no usable host and port; allowed: http://...,"
                + " https://..."),
        row(
            "hosts: {gpu: {url: 'http://a b'}}",
            "f:1: hosts.gpu.url: the URL is not a URL; allowed: http://..., https://..."),
        row(
            "hosts: {gpu: {url: 'http://gpu', dialect: openrouter}}",
            "f:1: hosts.gpu.dialect: \"openrouter\" comes later: this version can't speak it yet;"
                + " allowed: openai, ollama, llamacpp, vllm, tei, lmstudio"),
        row(
            "hosts: {gpu: {url: 'http://gpu', dialect: opneai}}",
            "f:1: hosts.gpu.dialect: \"opneai\" is not a dialect; allowed: openai, ollama,"
                + " llamacpp, vllm, tei, lmstudio (did you mean openai?)"),
        row(
            "hosts: {gpu: {url: 'http://gpu', chat: native}}",
            "f:1: hosts.gpu.chat: \"native\" is only for dialect ollama; openai is always asked by"
                + " its /v1"),
        row(
            "hosts: {gpu: {url: 'http://gpu', dialect: ollama, chat: nativ}}",
            "f:1: hosts.gpu.chat: \"nativ\" is no API for chats; allowed: v1, native (did you mean"
                + " native?)"),
        row(
            "hosts: {1gpu: {url: 'http://gpu'}}",
            "f:1: hosts.1gpu: this name must begin with a letter and hold only letters, digits, -"
                + " _ and . (at most 64)"));
  }

  static Stream<Arguments> routes() {
    return Stream.of(
        row(HOST + "routes: {r: {model: m}}", "f:2: routes.r.host: is missing"),
        row(HOST + "routes: {r: {host: gpu}}", "f:2: routes.r.model: is missing"),
        row(
            HOST + "routes: {r: {host: gpv, model: m}}",
            "f:2: routes.r.host: \"gpv\" is not a host of this file; allowed: gpu (did you mean"
                + " gpu?)"),
        row(
            HOST + "routes: {r: {host: gpu, model: m, maxTokens: 0}}",
            "f:2: routes.r.maxTokens: \"0\" is out of range; allowed: 1..1000000"),
        row(
            HOST + "routes: {r: {host: gpu, model: m, maxBatch: 2049}}",
            "f:2: routes.r.maxBatch: \"2049\" is out of range; allowed: 1..2048"),
        row(
            HOST + "routes: {r: {host: gpu, model: m, concurrency: 257}}",
            "f:2: routes.r.concurrency: \"257\" is out of range; allowed: 1..256"),
        row(
            HOST + "routes: {r: {host: gpu, model: m, account: openrouter}}",
            "f:2: routes.r.account: \"openrouter\" stands beside host: a route leads to one of the"
                + " two"),
        row(
            "routes: {r: {account: openruter, model: m}}",
            "f:1: routes.r.account: \"openruter\" is not an account of this file; allowed:"
                + " openrouter (did you mean openrouter?)"),
        row(
            HOST + "routes: {embedded: {host: gpu, model: m}}",
            "f:2: routes.embedded: this name belongs to the built-in encoder; take another"));
  }

  static Stream<Arguments> accounts() {
    return Stream.of(
        row("accounts: {a: {}}", "f:1: accounts.a.kind: is missing"),
        row(
            "accounts: {a: {kind: openruter}}",
            "f:1: accounts.a.kind: \"openruter\" is no kind of account; allowed: openrouter,"
                + " openai, deepseek (did you mean openrouter?)"),
        row(
            "accounts: {a: {kind: openai, url: 'http://gpu.lan/v1'}}",
            "f:1: accounts.a.url: the URL would carry the key unencrypted beyond this machine;"
                + " allowed: https://..."),
        row(
            "accounts: {a: {kind: openai, url: 'https://me:hunter2@a.example'}}",
            "f:1: accounts.a.url: the URL names a user or password; no secret ever stands in it;"
                + " allowed: http://..., https://..."),
        row(
            "accounts: {a: {kind: openai, key: hunter2}}",
            "f:1: accounts.a.key: does not say where the key lies; a key itself never stands in"
                + " this file; allowed: \"${env:NAME}\", \"${file:PATH}\""),
        row(
            "accounts: {a: {kind: openai, dailyUsd: -1}}",
            "f:1: accounts.a.dailyUsd: \"-1\" is out of range; allowed: 0 to 1000000"),
        row(
            "accounts: {a: {kind: openai, dailyUsd: 1000000.01}}",
            "f:1: accounts.a.dailyUsd: \"1000000.01\" is out of range; allowed: 0 to 1000000"),
        row(
            "accounts: {a: {kind: openai, dailyUsd: .nan}}",
            "f:1: accounts.a.dailyUsd: \".nan\" is out of range; allowed: 0 to 1000000"),
        row(
            "accounts: {a: {kind: openai, dailyUsd: '5'}}",
            "f:1: accounts.a.dailyUsd: \"5\" is not an amount of dollars; allowed: 0 to 1000000"),
        row(
            "accounts: {a: {kind: openai, permits: 257}}",
            "f:1: accounts.a.permits: \"257\" is out of range; allowed: 1..256"),
        row(
            "accounts: {a: {kind: deepseek, balanceUsd: 5}}",
            "f:1: accounts.a.balanceUsd: \"5\" is not taken: an account of kind deepseek tells its"
                + " balance by itself"));
  }

  static Stream<Arguments> roles() {
    return Stream.of(
        row(
            "roles: {code-embedding: {policy: bakup, routes: [embedded]}}",
            "f:1: roles.code-embedding.policy: \"bakup\" is not a policy; allowed: local, cloud,"
                + " aggregate, backup (did you mean backup?)"),
        row(
            "roles: {codeembedding: {}}",
            "f:1: roles.codeembedding: \"codeembedding\" is not a role; allowed: code-embedding,"
                + " text-embedding, rerank, code-assistant, rlm (did you mean code-embedding?)"),
        row("roles: {code-embedding: }", "f:1: roles.code-embedding.routes: is missing"),
        row(
            "roles: {code-embedding: {routes: []}}",
            "f:1: roles.code-embedding.routes: names no route; allowed: embedded"),
        row(
            "roles: {code-embedding: {routes: embedded}}",
            "f:1: roles.code-embedding.routes: \"embedded\" is not a list (write [name] or one -"
                + " name per line)"),
        row(
            "roles: {code-embedding: {routes: [embeded]}}",
            "f:1: roles.code-embedding.routes[0]: \"embeded\" is not a route of this file;"
                + " allowed: embedded (did you mean embedded?)"),
        row(
            "roles: {code-embedding: {routes: [embedded, embedded]}}",
            "f:1: roles.code-embedding.routes[1]: \"embedded\" is named twice"),
        row(
            "roles: {code-embedding: {routes: [embedded], dimension: 768}}",
            "f:1: roles.code-embedding.dimension: \"768\" is not the width of the embedded encoder"
                + " that this role names; allowed: 384"),
        row(
            "roles: {code-embedding: {routes: [embedded], policy: cloud}}",
            "f:1: roles.code-embedding.policy: \"cloud\" leaves this role no route that may serve:"
                + " every one it names is local"));
  }

  @ParameterizedTest
  @MethodSource({"syntax", "keys", "values", "hosts", "accounts", "routes", "roles"})
  void eachMistakeIsOneLine(String yaml, String line) {
    assertThat(lines(yaml)).containsExactly(line);
  }

  private static final String CLOUD =
      """
      hosts:
        c: {url: "http://127.0.0.1:1", cloud: true}
      routes:
        bare: {host: c, model: m}
        pinned: {host: c, model: m, pin: p}
      roles:
        code-embedding: {policy: %s, routes: [%s]}
      """;

  @Test
  @DisplayName("A7: a cloud route without a pin fails closed in an embedding role")
  void cloudRouteNeedsPin() {
    assertThat(lines(CLOUD.formatted("cloud", "bare")))
        .containsExactly(
            "f:7: roles.code-embedding.routes[0]: \"bare\" leads to a cloud and names no"
                + " upstream provider: give the route a pin");
    assertThat(lines(CLOUD.formatted("cloud", "pinned"))).isEmpty();
  }

  @Test
  @DisplayName("A2: local with nothing but cloud routes is refused")
  void localWithOnlyCloudRoutes() {
    assertThat(lines(CLOUD.formatted("local", "pinned")))
        .containsExactly(
            "f:7: roles.code-embedding.policy: \"local\" leaves this role no route that may serve:"
                + " every one it names is cloud");
  }

  @Test
  void allMistakesComeAtOnceInTheFilesOrder() {
    var yaml =
        """
        roles:
          code-embedding: {policy: bakup, routes: [gpu]}
        server: {port: 0x10, hsot: localhost}
        hosts:
          gpu1: {url: nowhere}
        routes:
          gpu: {host: gpu1, model: m, maxTokens: 0}
        """;
    assertThat(bad(yaml).problems())
        .extracting(Problem::line, Problem::column, Problem::key)
        .containsExactly(
            tuple(2, 28, "roles.code-embedding.policy"),
            tuple(3, 16, "server.port"),
            tuple(3, 22, "server.hsot"),
            tuple(5, 15, "hosts.gpu1.url"),
            tuple(7, 42, "routes.gpu.maxTokens"));
  }

  @Test
  void brokenHostIsNoUnknownHost() {
    assertThat(lines("hosts: {gpu: {}}\nroutes: {r: {host: gpu, model: m}}"))
        .containsExactly("f:1: hosts.gpu.url: is missing");
  }

  @Test
  void secretsAreNeverShown() {
    assertThat(lines("hosts: {gpu: {url: 'http://me:hunter2@gpu', apiKey: hunter2}}"))
        .containsExactly(
            "f:1: hosts.gpu.url: the URL names a user or password; no secret ever stands in it;"
                + " allowed: http://..., https://...",
            "f:1: hosts.gpu.apiKey: \"apiKey\" is not a key here, and no secret ever stands in"
                + " this file; allowed: url, dialect, cloud, chat, key, limits")
        .noneMatch(line -> line.contains("hunter2"));
    assertThat(lines("hosts: {gpu: {url: 'http://gpu/v1?k=hunter2'}}"))
        .noneMatch(line -> line.contains("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hunter2",
        "'hunter2'",
        "12345678",
        "true",
        "''",
        "",
        "[hunter2]",
        "{a: hunter2}",
        "'Bearer ${env:HUNTER2}'",
        "'${env:HUNTER2} '",
        "'${env:}'",
        "'${env:2HUNTER}'",
        "'${file:}'",
        "'${vault:hunter2}'",
        "'$HUNTER2'"
      })
  @DisplayName("Whatever stands as a key but is not where one lies is a mistake, never shown")
  void keysAreOnlyPlaces(String key) {
    assertThat(lines("hosts: {gpu: {url: 'http://gpu', key: %s}}".formatted(key)))
        .containsExactly(
            "f:1: hosts.gpu.key: does not say where the key lies; a key itself never stands in"
                + " this file; allowed: \"${env:NAME}\", \"${file:PATH}\"");
  }

  @Test
  @DisplayName("A cloud with a key is an account, not a host")
  void cloudsTakeNoKey() {
    for (var key : List.of("'${env:NAME}'", "hunter2")) {
      assertThat(lines("hosts: {far: {key: %s, url: 'http://far', cloud: true}}".formatted(key)))
          .containsExactly(
              "f:1: hosts.far.key: a cloud with a key is an account: name it in accounts,"
                  + " not in hosts");
    }
  }

  @Test
  void floodOfMistakesIsCut() {
    var all = new StringBuilder();
    for (int i = 0; i < Problems.MOST + 7; i++) {
      all.append("x%d: 1\n".formatted(i));
    }
    assertThat(lines(all.toString()))
        .hasSize(Problems.MOST + 1)
        .last()
        .isEqualTo("f: and 7 more mistakes");
  }

  @Test
  void longValuesAreCutAndControlsTakenOut() {
    assertThat(lines("server: {host: \"" + "a".repeat(90) + "\"}"))
        .singleElement()
        .asString()
        .contains("a".repeat(80) + "...")
        .doesNotContain("a".repeat(81));
    assertThat(lines("server: {host: \"a\\e[31m\\nb\"}"))
        .singleElement()
        .asString()
        .contains("\"a [31m b\"");
  }

  private static Loaded.Bad bad(String yaml) {
    return (Loaded.Bad) ConfigReader.parse(yaml);
  }

  static List<String> lines(String yaml) {
    return switch (ConfigReader.parse(yaml)) {
      case Loaded.Ok _ -> List.of();
      case Loaded.Bad(var problems) -> problems.stream().map(p -> p.render("f")).toList();
    };
  }

  @Test
  @DisplayName("B5: a paid cloud is not given a key as if it were an engine of one's own")
  void publicAddressWithAKeyMustBeSaid() {
    var host = "hosts: {router: {url: 'https://router.example.org/v1', %skey: '${env:KEY}'}}";
    assertThat(lines(host.formatted("")))
        .singleElement()
        .asString()
        .contains("hosts.router.key", "say cloud: false", "a paid cloud is an account");
    assertThat(lines(host.formatted("cloud: false, "))).isEmpty();
    assertThat(lines(host.formatted("").replace("router.example.org", "gpu.lan"))).isEmpty();
  }
}
