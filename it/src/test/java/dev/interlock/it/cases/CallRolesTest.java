package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.role.Policy;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The roles that make single calls: an engine of one's own, an account, and what each policy does
/// with the two.
final class CallRolesTest {
  private static final String RANKED =
      """
      {"model":"m","usage":{"prompt_tokens":9,"total_tokens":9},
       "results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}
      """;

  private final ScriptedChat own = ScriptedChat.start(this::own);
  private final ScriptedChat cloud = ScriptedChat.start(CallRolesTest::answer);
  @TempDir private Path folder = Path.of("");
  private Optional<Station> opened = Optional.empty();
  private volatile boolean broken;

  @AfterEach
  void close() {
    opened.ifPresent(Station::close);
    own.close();
    cloud.close();
  }

  private ChatReply own(Request request) {
    return broken ? ChatReply.error(401, "broken", "nobody") : answer(request);
  }

  private static ChatReply answer(Request request) {
    if (request.path().equals("/v1/models")) {
      return ChatReply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"m\"}]}");
    }
    return ChatReply.json(
        200, request.path().endsWith("/rerank") ? RANKED : Chats.plain("m", "hello"));
  }

  private Station start(String roles) throws IOException {
    var station =
        Station.start(
            folder.resolve("home"),
            """
            hosts:
              box: {url: "%s"}
            accounts:
              paid: {kind: openai, url: "%s"}
            routes:
              near: {host: box, model: m}
              far: {account: paid, model: m, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}}
            roles: {%s}
            """
                .formatted(own.url(), cloud.url(), roles));
    opened = Optional.of(station);
    assertThat(station.post("/api/v1/accounts/paid/key", "{\"key\":\"tok-0001\"}").status())
        .isEqualTo(200);
    return station;
  }

  private static Station.Reply ask(Station station, String role) {
    return role.equals("rerank")
        ? station.post(
            "/v1/rerank", "{\"model\":\"rerank\",\"query\":\"q\",\"documents\":[\"a\",\"b\"]}")
        : station.post(
            "/v1/chat/completions",
            "{\"model\":\"%s\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"
                .formatted(role));
  }

  private static long calls(ScriptedChat upstream) {
    return upstream.requests().stream().filter(r -> !r.path().equals("/v1/models")).count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rerank", "code-assistant", "rlm"})
  @DisplayName(
      "A1, A2: under local no text of a role goes to the cloud, also where nothing answers")
  void local(String role) throws IOException {
    var station = start(role + ": {policy: local, routes: [far, near]}");
    assertThat(ask(station, role).status()).isEqualTo(200);

    broken = true;

    assertThat(ask(station, role).status()).isEqualTo(502);
    assertThat(calls(cloud)).isZero();
    assertThat(calls(own)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rerank", "code-assistant", "rlm"})
  @DisplayName("A1, A2: under cloud only the cloud is asked")
  void cloud(String role) throws IOException {
    var station = start(role + ": {policy: cloud, routes: [near, far]}");

    assertThat(ask(station, role).status()).isEqualTo(200);
    assertThat(calls(own)).isZero();
    assertThat(calls(cloud)).isOne();
  }

  @ParameterizedTest
  @CsvSource({
    "rerank, aggregate",
    "rerank, backup",
    "code-assistant, aggregate",
    "code-assistant, backup",
  })
  @DisplayName("A2: under aggregate and backup the cloud takes over when nothing local answers")
  void cloudInReserve(String role, String policy) throws IOException {
    var station = start("%s: {policy: %s, routes: [far, near]}".formatted(role, policy));
    assertThat(ask(station, role).status()).isEqualTo(200);
    assertThat(calls(cloud)).as("local first").isZero();

    broken = true;
    var reply = ask(station, role);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(calls(cloud)).isOne();
  }

  @Test
  @DisplayName("A16: rlm's failed attempt is taken over by no cloud, unless the file says `any`")
  void rlmStaysLocal() throws IOException {
    broken = true;
    var station = start("rlm: {routes: [near, far]}");

    assertThat(ask(station, "rlm").status()).isEqualTo(502);
    assertThat(calls(cloud)).isZero();
    station.close();

    var loose = start("rlm: {routes: [near, far], fallback: any}");
    assertThat(ask(loose, "rlm").status()).isEqualTo(200);
    assertThat(calls(cloud)).isOne();
  }

  @Test
  @DisplayName("B6: each route of a plan is told with its price")
  void pricesAreExplained() throws IOException {
    var station = start("code-assistant: {policy: aggregate, routes: [far, near]}");

    var plan = station.post("/api/v1/explain", "{\"profile\":\"code-assistant\"}").json();

    assertThat(plan.path("candidates").valueStream())
        .extracting(c -> "%s %s".formatted(c.path("route").asString(), c.path("price").asString()))
        .containsExactlyInAnyOrder("near free", "far $1.00 read, $2.00 written per million tokens");
  }

  @Test
  @DisplayName("A1, B6: a role is explained and drawn with its policy and what that excludes")
  void rolesAreExplained() throws IOException {
    var station = start("rlm: {policy: local, routes: [far, near]}");

    var plan = station.post("/api/v1/explain", "{\"profile\":\"rlm\"}").json();

    assertThat(plan.path("policy").asString()).isEqualTo(Policy.LOCAL.word());
    assertThat(plan.path("fallback").asString()).isEqualTo("local-only");
    assertThat(plan.at("/candidates/0/route").asString()).isEqualTo("near");
    assertThat(plan.at("/candidates/0/decision").asString()).isEqualTo("primary");
    assertThat(plan.at("/excluded/0/route").asString()).isEqualTo("far");
    assertThat(plan.at("/excluded/0/reason").asString())
        .isEqualTo("is a cloud route, which policy local never uses");
    var entry =
        station
            .get("/api/v1/routes")
            .json()
            .path("entries")
            .valueStream()
            .filter(e -> e.path("name").asString().equals("rlm"))
            .toList();
    assertThat(entry)
        .singleElement()
        .satisfies(e -> assertThat(e.path("kind").asString()).isEqualTo("role"))
        .satisfies(e -> assertThat(e.path("rule").asString()).startsWith("policy local, "));
    assertThat(station.get("/v1/models").json().path("data").valueStream())
        .extracting(model -> model.path("id").asString())
        .containsExactly("rlm");
  }

  @Test
  @DisplayName("A16: without a file the three roles wait for a key of openrouter, and say so")
  void defaultsWaitForAKey() throws IOException {
    var station = Station.start(folder.resolve("bare"), "{}");
    opened = Optional.of(station);

    for (var role : List.of("rerank", "code-assistant", "rlm")) {
      var reply = ask(station, role);

      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.json().at("/error/code").asString()).isEqualTo("no_route");
      assertThat(reply.json().at("/error/message").asString())
          .contains("openrouter-" + role, "has no key: push one");
    }
  }
}
