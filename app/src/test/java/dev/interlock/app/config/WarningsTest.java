package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static List<String> warnings(String yaml) {
    return ((Loaded.Ok) ConfigReader.parse(yaml))
        .warnings().stream().map(w -> w.render("f")).toList();
  }

  @Test
  void usualFileIsSilent() {
    assertThat(warnings("server: {port: 7171}")).isEmpty();
    assertThat(
            warnings(
                """
                hosts: {gpu: {url: "http://gpu:8080/v1"}}
                routes: {r: {host: gpu, model: m}}
                roles:
                  code-embedding: {routes: [r]}
                  text-embedding: {policy: local, routes: [embedded]}
                """))
        .isEmpty();
  }

  @Test
  void emptyFileIsSaid() {
    assertThat(warnings("# nothing")).containsExactly("f: says nothing; the defaults hold");
  }

  @Test
  void unusedHostAndRouteAreSaid() {
    assertThat(
            warnings(
                """
                hosts:
                  a: {url: "http://a"}
                  b: {url: "http://b"}
                routes:
                  r: {host: a, model: m}
                """))
        .containsExactly(
            "f:3: hosts.b: no route names this host",
            "f:5: routes.r: no role or profile names this route");
  }

  @Test
  void roleThatIsNotNamedIsSaid() {
    assertThat(warnings("roles: {code-embedding: {routes: [embedded]}}"))
        .containsExactly(
            "f:1: roles: text-embedding is not named, so it has no route and embeds nothing");
  }

  @Test
  @DisplayName("A2: a public-looking host that is not marked cloud is said")
  void publicAddressNotMarkedCloud() {
    for (var url : List.of("https://api.example.org/v1", "http://8.8.8.8", "http://172.32.0.1")) {
      assertThat(warnings(host(url, false))).as(url).hasSize(1);
      assertThat(warnings(host(url, true))).as(url).isEmpty();
    }
    for (var url :
        List.of(
            "http://gpu",
            "http://10.1.2.3",
            "http://172.16.0.1",
            "http://gpu.lan:80",
            "http://[fd00::1]:8080",
            "http://127.0.0.1")) {
      assertThat(warnings(host(url, false))).as(url).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "A key for a public-looking host that is said to be one's own is taken, and warned of")
  void publicAddressWithAKey() {
    var yaml = host("https://vllm.example.org/v1", false);
    assertThat(warnings(yaml.replace("cloud: false", "cloud: false, key: '${env:NAME}'")))
        .singleElement()
        .asString()
        .contains("looks like an address outside your network");
  }

  private static String host(String url, boolean cloud) {
    return """
    hosts: {h: {url: "%s", cloud: %b}}
    routes: {r: {host: h, model: m, pin: p}}
    roles:
      code-embedding: {policy: %s, routes: [r]}
      text-embedding: {routes: [embedded]}
    """
        .formatted(url, cloud, cloud ? "cloud" : "local");
  }

  private static final String MIXED =
      """
      hosts:
        c: {url: "http://127.0.0.1:1", cloud: true}
        l: {url: "http://127.0.0.1:2"}
      routes:
        far: {host: c, model: m, pin: p}
        near: {host: l, model: m}
      roles:
        code-embedding: {policy: %s, routes: [%s]}
        text-embedding: {routes: [near, far]}
      """;

  @Test
  void routesThatThePolicyNeverUsesAreSaid() {
    assertThat(warnings(MIXED.formatted("local", "near, far")))
        .containsExactly("f:8: roles.code-embedding.routes[1]: policy local never uses far");
    assertThat(warnings(MIXED.formatted("cloud", "near, far")))
        .containsExactly("f:8: roles.code-embedding.routes[0]: policy cloud never uses near");
  }

  @Test
  @DisplayName("A4: without a local route nothing builds an empty table, which is said")
  void noLocalReferenceIsSaid() {
    for (var policy : List.of("aggregate", "backup")) {
      assertThat(warnings(MIXED.formatted(policy, "far")))
          .containsExactly(
              "f:8: roles.code-embedding.routes: no local route: under "
                  + policy
                  + " only one builds an empty table; take policy cloud");
    }
  }

  @Test
  void embeddedBehindAnotherLocalRouteIsSaid() {
    assertThat(warnings(MIXED.formatted("aggregate", "near, embedded")))
        .containsExactly(
            "f:8: roles.code-embedding.routes[1]: the embedded encoder serves only tables it"
                + " built: name it first");
    assertThat(warnings(MIXED.formatted("aggregate", "far, embedded, near"))).isEmpty();
  }
}
