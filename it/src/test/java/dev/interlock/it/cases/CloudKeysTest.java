package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.app.config.Config;
import dev.interlock.app.config.Loaded;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Keys of cloud accounts: pushed, used, refused, lost, and never seen again.
final class CloudKeysTest {
  private static final String KEY = "tok~ab.cd/ef+gh==01";
  private static final String OTHER = "KEY-CLOUD-0002";
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir private Path folder = Path.of("");

  private Station start(String yaml) throws IOException {
    return Station.start(folder.resolve("home"), yaml);
  }

  private static String yaml(ScriptedChat cloud) {
    return yaml(cloud, "");
  }

  /// The profile `coder` on an account of OpenRouter's kind.
  private static String yaml(ScriptedChat cloud, String more) {
    return """
    accounts:
      openrouter: {kind: openrouter, url: "%s"%s}
    routes:
      flash: {account: openrouter, model: m, price: {promptUsdPerMillion: 1, completionUsdPerMillion: 2}, maxCompletionTokens: 4096}
    profiles:
      coder: {kind: generate, tiers: [{routes: [flash]}], attempts: 1}
    """
        .formatted(cloud.url(), more);
  }

  /// OpenRouter: 12.5 dollars left, a rate that is none, and an answer to every chat.
  private static ChatReply router(Request request) {
    return router(request, 12.5);
  }

  private static ChatReply router(Request request, double left) {
    return switch (request.path()) {
      case "/v1/key" ->
          ChatReply.json(
              200,
              "{\"data\":{\"label\":\"l\",\"limit\":null,\"usage\":1,\"rate_limit\":{\"requests\":-1,\"interval\":\"10s\"}}}");
      case "/v1/credits" ->
          ChatReply.json(
              200, "{\"data\":{\"total_credits\":20,\"total_usage\":%s}}".formatted(20 - left));
      case "/v1/models" -> ChatReply.json(200, "{\"data\":[]}");
      default ->
          request.json().contains("\"stream\":true")
              ? ChatReply.stream().events(Chats.chunks("m", "hello")).done()
              : ChatReply.json(200, Chats.plain("m", "hello"));
    };
  }

  private static Station.Reply push(Station station, String key) {
    return push(station, "openrouter", key);
  }

  private static Station.Reply push(Station station, String account, String key) {
    return station.post(
        "/api/v1/accounts/%s/key".formatted(account), "{\"key\":\"%s\"}".formatted(key));
  }

  private static JsonNode account(Station station) {
    for (var account : station.get("/api/v1/accounts").json().path("accounts")) {
      if (account.path("name").asString().equals("openrouter")) {
        return account;
      }
    }
    throw new AssertionError("no account openrouter");
  }

  private static JsonNode await(Station station, Predicate<JsonNode> wanted) {
    long start = System.nanoTime();
    while (true) {
      var account = account(station);
      if (wanted.test(account)) {
        return account;
      }
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("the account did not become so: " + account);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static JsonNode awaitCredit(Station station) {
    return await(station, account -> account.path("credit").isNumber());
  }

  private static List<Request> chats(ScriptedChat cloud) {
    return cloud.requests().stream().filter(r -> r.path().contains("/chat/")).toList();
  }

  private static boolean bears(Request request, String key) {
    return ("Bearer " + key).equals(request.headers().get("authorization"));
  }

  @Test
  @DisplayName("A14: a chat is served by an account once its key is pushed, and not before")
  void pushedKeyServes() throws IOException {
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      assertThat(account(station).path("key").asString()).isEqualTo("absent");
      var before = Talk.answer(station, PLAIN);
      assertThat(before.status()).isEqualTo(503);
      assertThat(before.message()).contains("account openrouter, which has no key");

      var pushed = push(station, KEY);
      assertThat(pushed.status()).as(pushed.json().toString()).isEqualTo(200);
      assertThat(pushed.json().path("key").asString()).isEqualTo("present");
      assertThat(pushed.json().path("keySource").asString()).isEqualTo("pushed");

      var answer = Talk.answer(station, PLAIN, "x-evil: 1", "cookie: a=b", "x-api-key: mine");
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(Talk.answer(station, STREAMED).text()).isEqualTo("hello");
      assertThat(cloud.requests()).isNotEmpty().allMatch(request -> bears(request, KEY));
      assertThat(chats(cloud))
          .hasSize(2)
          .allMatch(
              request ->
                  Set.of(
                          "authorization",
                          "accept",
                          "user-agent",
                          "content-type",
                          "content-length",
                          "host")
                      .containsAll(request.headers().keySet()));
    }
  }

  @Test
  @DisplayName("A10, A12: an account tells its permits, its money and where each figure is from")
  void whatIsDiscovered() throws IOException {
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      var unknown = account(station).path("permits");
      assertThat(unknown.path("ceiling").asInt()).isEqualTo(4);
      assertThat(unknown.path("source").asString()).isEqualTo("fallback");
      push(station, KEY);
      var account = awaitCredit(station);
      assertThat(account.path("credit").decimalValue()).isEqualByComparingTo("12.5");
      assertThat(account.path("state").asString()).isEqualTo("funded");
      assertThat(account.path("permits").path("ceiling").asInt()).isEqualTo(16);
      assertThat(account.path("permits").path("source").asString()).isEqualTo("credits");
      assertThat(account.path("permits").path("why").asString()).contains("$12.50");
      assertThat(account.path("rpm").path("enforced").isNull()).isTrue();
      assertThat(account.path("pushedAt").isNull()).isFalse();
      assertThat(cloud.peakParallel()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("A14: a push is acknowledged though the provider can't be asked")
  void failedDiscoveryFailsNoPush() throws IOException {
    try (var cloud = ScriptedChat.start(_ -> ChatReply.error(500, "no", "no"));
        var station = start(yaml(cloud))) {
      assertThat(push(station, KEY).status()).isEqualTo(200);
      var account = await(station, a -> a.path("creditWhy").asString().contains("it answered 500"));
      assertThat(account.path("state").asString()).isEqualTo("unknown");
      assertThat(account.path("permits").path("ceiling").asInt()).isEqualTo(4);
    }
  }

  private static void becomes(Station station, String state) {
    station.passUntil(
        Duration.ofSeconds(10),
        () -> account(station).path("state").asString().equals(state),
        () -> state + ": " + account(station));
  }

  @Test
  @DisplayName("B8 (38): an account that can't be asked is looked at again, not only at its push")
  void lookedAtAgain() throws IOException {
    try (var cloud = ScriptedChat.start(_ -> ChatReply.error(500, "no", "no"));
        var station = start(yaml(cloud))) {
      push(station, KEY);
      await(station, a -> a.path("creditWhy").asString().contains("it answered 500"));
      cloud.answering(CloudKeysTest::router);
      becomes(station, "funded");
      cloud.answering(request -> router(request, 0));
      becomes(station, "exhausted");
    }
  }

  @Test
  @DisplayName(
      "A11: a question about the account that is refused by a 429 is paused for as it says")
  void questionsAreThrottled() throws IOException {
    var busy =
        ChatReply.head(429, Map.of("retry-after", "180")).bytes(Chats.error("slower", "x")).end();
    try (var cloud = ScriptedChat.start(_ -> busy);
        var station = start(yaml(cloud))) {
      var before = station.time().now();
      push(station, KEY);
      var paused = await(station, a -> !a.path("cooldownUntil").isNull());
      assertThat(Instant.parse(paused.path("cooldownUntil").asString()))
          .isBetween(before.plusSeconds(180), before.plusSeconds(220));
    }
  }

  @Test
  @DisplayName("A8: a key has one budget: a second account at its provider does not get it")
  void oneBudgetAKey() throws IOException {
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var other = ScriptedChat.start(CloudKeysTest::router);
        var station = start(three(cloud, other))) {
      assertThat(push(station, KEY).status()).isEqualTo(200);
      var refused = push(station, "second", KEY);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.code()).isEqualTo("key_in_use");
      assertThat(refused.message()).contains("account openrouter has this key");
      assertThat(station.get("/api/v1/accounts").json().path("accounts").valueStream())
          .filteredOn(a -> a.path("key").asString().equals("present"))
          .extracting(a -> a.path("name").asString())
          .containsExactly("openrouter");
      assertThat(push(station, "third", KEY).status())
          .as("another provider's key only looks the same")
          .isEqualTo(200);

      assertThat(push(station, KEY + "-new").status()).isEqualTo(200);
      assertThat(push(station, "second", KEY).status()).isEqualTo(200);
    }
  }

  private static String three(ScriptedChat cloud, ScriptedChat other) {
    return """
    accounts:
      openrouter: {kind: openrouter, url: "%s"}
      second: {kind: openrouter, url: "%s"}
      third: {kind: openrouter, url: "%s"}
    """
        .formatted(cloud.url(), cloud.url(), other.url());
  }

  @Test
  @DisplayName("A15: a push without a key changes the models and keeps the key; a restart loses it")
  void partialPushAndRestart() throws IOException {
    try (var cloud = ScriptedChat.start(CloudKeysTest::router)) {
      try (var station = start(yaml(cloud))) {
        push(station, KEY);
        var changed =
            station.post("/api/v1/accounts/openrouter/key", "{\"models\":[\"other\"]}").json();
        assertThat(changed.path("key").asString()).isEqualTo("present");
        assertThat(changed.path("models").path(0).asString()).isEqualTo("other");
        assertThat(Talk.answer(station, PLAIN).message()).contains("may not be asked for m");
        station.post("/api/v1/accounts/openrouter/key", "{\"models\":[\"m\"]}");
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      }
      try (var station = start(yaml(cloud))) {
        var account = account(station);
        assertThat(account.path("key").asString()).isEqualTo("absent");
        assertThat(account.path("models").path(0).asString()).isEqualTo("m");
        assertThat(account.path("pushedAt").isNull()).isFalse();
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(503);
        var without = station.post("/api/v1/accounts/openrouter/key", "{\"models\":[]}").json();
        assertThat(without.path("key").asString()).isEqualTo("absent");
      }
    }
  }

  @Test
  @DisplayName("B5: a key that lies around is not used until it is enabled with a daily cap")
  void foundKeyWaits() throws IOException {
    Files.writeString(folder.resolve("key"), KEY + "\n");
    var key = ", key: \"${file:%s}\"".formatted(folder.resolve("key"));
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud, key))) {
      var found = account(station);
      assertThat(found.path("key").asString()).isEqualTo("present");
      assertThat(found.path("keySource").asString()).isEqualTo("found");
      assertThat(found.path("state").asString()).isEqualTo("disabled");
      assertThat(Talk.answer(station, PLAIN).message()).contains("which is disabled");
      assertThat(cloud.requests()).isEmpty();

      var enable = "/api/v1/accounts/openrouter/enable";
      assertThat(station.post(enable, "{}").status()).isEqualTo(400);
      assertThat(station.post(enable, "{\"dailyUsd\":-1}").status()).isEqualTo(400);
      var enabled = station.post(enable, "{\"dailyUsd\":2.5}");
      assertThat(enabled.json().path("dailyUsd").decimalValue()).isEqualByComparingTo("2.5");
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      station.post("/api/v1/accounts/openrouter/disable", "{}");
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(503);
      assertThat(chats(cloud)).hasSize(1);
    }
  }

  @Test
  @DisplayName("A14: what changes an account needs the admin token and an account that is there")
  void doors() throws IOException {
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      for (var verb : List.of("key", "enable", "disable")) {
        var path = "/api/v1/accounts/%s/" + verb;
        var request =
            java.net.http.HttpRequest.newBuilder(
                    java.net.URI.create(station.url() + path.formatted("openrouter")))
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"key\":\"k\"}"));
        assertThat(station.send(request).status()).isEqualTo(401);
        assertThat(station.post(path.formatted("nobody"), "{}").status()).isEqualTo(404);
      }
      assertThat(account(station).path("key").asString()).isEqualTo("absent");
      var wrong = push(station, "has a blank");
      assertThat(wrong.status()).isEqualTo(400);
      assertThat(wrong.response().body()).doesNotContain("has a blank");
    }
  }

  @Test
  @DisplayName("A14: a ranking by an account bears its key, and its refusal is told without it")
  void rerankings() throws IOException {
    var yaml = "{kind: generate, tiers";
    try (var cloud =
            ScriptedChat.start(
                request ->
                    request.path().equals("/v1/rerank")
                        ? ChatReply.json(
                            200,
                            "{\"model\":\"m\",\"results\":[{\"index\":0,\"relevance_score\":0.5}]}")
                        : router(request));
        var station = start(yaml(cloud).replace(yaml, "{kind: rerank, tiers"))) {
      push(station, KEY);
      var ask = "{\"model\":\"coder\",\"query\":\"q\",\"documents\":[\"d\"]}";
      var ranked = station.post("/v1/rerank", ask);
      assertThat(ranked.status()).as(ranked.response().body()).isEqualTo(200);
      assertThat(cloud.requests())
          .anyMatch(request -> request.path().equals("/v1/rerank"))
          .allMatch(request -> bears(request, KEY));
      cloud.answering(_ -> ChatReply.error(401, "no " + KEY, "no"));
      var refused = station.post("/v1/rerank", ask);
      assertThat(refused.status()).isEqualTo(502);
      assertThat(refused.response().body()).contains("no [key]").doesNotContain(KEY);
    }
  }

  @Test
  @DisplayName("A14: vectors come by an account under its permits, and bear its key")
  void vectors() throws IOException {
    try (var cloud = ScriptedEmbeddings.telling(Scripts.hashing(64));
        var station =
            start(
                """
                accounts:
                  openrouter: {kind: openai, url: "%s"}
                routes:
                  vec: {account: openrouter, model: m, pin: p, maxTokens: 2048}
                roles:
                  code-embedding: {policy: cloud, routes: [vec]}
                  text-embedding: {policy: cloud, routes: [vec]}
                """
                    .formatted(cloud.url()))) {
      assertThat(station.embed("a text").status()).isEqualTo(503);
      assertThat(station.gate("vec", TableName.DOCS).path("reason").asString())
          .contains("has no key: push one");
      assertThat(cloud.requests()).isEmpty();
      // Measured as soon as the account was looked at: time stands still here.
      var gatekeeper = station.running().gatekeeper();
      var admitted = new CompletableFuture<Void>();
      gatekeeper.onChange(
          () -> {
            if (!gatekeeper.admitted(TableName.DOCS).isEmpty()) {
              admitted.complete(null);
            }
          });
      push(station, KEY);
      admitted.orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(station.embed("a text").status()).isEqualTo(200);
      assertThat(cloud.requests()).isNotEmpty().allMatch(request -> bears(request, KEY));
      assertThat(cloud.requests())
          .filteredOn(request -> request.path().endsWith("/embeddings"))
          .isNotEmpty()
          .allMatch(request -> request.json().contains("\"only\":[\"p\"]"));
      assertThat(cloud.peakParallel()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  @DisplayName("C44: no answer, page, model list or complaint of the settings holds any key")
  void nothingListsKeys() throws IOException {
    try (var logs = AllLogs.start();
        var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station =
            start(
                yaml(cloud)
                    .replaceFirst(
                        "\\nroutes:",
                        "\n  second: {kind: openai, url: \"%s\"}\nroutes:"
                            .formatted(cloud.url())))) {
      push(station, KEY);
      station.post("/api/v1/accounts/second/key", "{\"key\":\"%s\"}".formatted(OTHER));
      var unknown = Talk.answer(station, PLAIN.replace("coder", "no-such-model"));
      assertThat(unknown.status()).isEqualTo(404);
      var told = new ArrayList<String>();
      told.add(unknown.body() + unknown.headers());
      for (var path : List.of("/v1/models", "/api/v1/accounts", "/api/v1/routes", "/readyz")) {
        told.add(station.get(path).response().body());
      }
      told.add(station.post("/api/v1/explain", "{\"profile\":\"coder\"}").response().body());
      told.add(mistakes(yaml(cloud) + "roles: {code-embeding: {routes: [flash]}}\n"));
      told.addAll(logs.lines());
      assertThat(told).noneMatch(text -> text.contains(KEY) || text.contains(OTHER));
      assertThat(told).anyMatch(text -> text.contains("code-embeding"));
    }
  }

  @Test
  @DisplayName("A14 (33): no piece of a key is kept or told, not even its last four characters")
  void noPieceOfAKeyIsKept() throws IOException {
    var odd = "Qx7ZkW2vNpLq";
    var pieces = IntStream.rangeClosed(0, odd.length() - 4).mapToObj(i -> odd.substring(i, i + 4));
    var told = new ArrayList<String>();
    try (var logs = AllLogs.start();
        var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      told.add(push(station, "sk-or-v1-" + odd).response().body());
      awaitCredit(station);
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      told.add(station.post("/api/v1/accounts/openrouter/disable", "{}").response().body());
      for (var path : List.of("accounts", "routes", "ledger", "map", "repairs")) {
        told.add(station.get("/api/v1/" + path).response().body());
      }
      told.addAll(logs.lines());
    }
    for (var name : List.of("interlock.db", "interlock.db-wal")) {
      var file = folder.resolve("home").resolve(name);
      told.add(Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
    }
    assertThat(told).anyMatch(text -> text.contains("openrouter"));
    assertThat(pieces).allSatisfy(piece -> assertThat(told).noneMatch(t -> t.contains(piece)));
  }

  private String mistakes(String yaml) throws IOException {
    var loaded = Config.load(Files.writeString(folder.resolve("bad.yaml"), yaml));
    return ((Loaded.Bad) loaded)
        .problems().stream().map(p -> p.render("f")).reduce("", (a, b) -> a + b);
  }

  @Test
  @DisplayName("C45: at the most verbose level no key of any form is logged, nor a caller's own")
  void nothingIsLogged() throws IOException {
    var callers =
        new String[] {
          "x-api-key: mine-1", "api-key: mine-2", "cookie: mine-3", "proxy-authorization: mine-4"
        };
    try (var logs = AllLogs.start();
        var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      push(station, KEY);
      awaitCredit(station);
      assertThat(Talk.answer(station, PLAIN, callers).status()).isEqualTo(200);
      cloud.answering(_ -> ChatReply.error(401, "no", "no"));
      assertThat(Talk.answer(station, PLAIN, callers).status()).isEqualTo(502);
      assertThat(logs.lines())
          .isNotEmpty()
          .noneMatch(line -> line.contains(KEY) || line.contains("mine-"));
      assertThat(cloud.requests())
          .noneMatch(request -> request.headers().toString().contains("mine-"));
    }
  }

  @Test
  @DisplayName("C46: a refused key is 502 upstream_auth once, then 503 until another is pushed")
  void refusedKey() throws IOException {
    var said = "Incorrect API key provided: " + KEY;
    try (var logs = AllLogs.start();
        var cloud = ScriptedChat.start(CloudKeysTest::router);
        var station = start(yaml(cloud))) {
      push(station, KEY);
      awaitCredit(station);
      cloud.answering(_ -> ChatReply.error(401, said, "invalid_api_key"));
      var refused = Talk.answer(station, PLAIN);
      assertThat(refused.status()).isEqualTo(502);
      assertThat(refused.json().path("error").path("code").asString()).isEqualTo("upstream_auth");
      assertThat(refused.message()).contains("Incorrect API key provided: [key]", "push another");
      await(station, account -> account.path("state").asString().equals("key_refused"));

      cloud.forget();
      for (int i = 0; i < 3; i++) {
        var held = Talk.answer(station, PLAIN);
        assertThat(held.status()).isEqualTo(503);
        assertThat(held.message()).contains("key_refused").doesNotContain(KEY);
      }
      assertThat(cloud.requests()).isEmpty();
      assertThat(logs.lines()).noneMatch(line -> line.contains(KEY));

      cloud.answering(CloudKeysTest::router);
      push(station, OTHER);
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      assertThat(chats(cloud)).singleElement().matches(request -> bears(request, OTHER));
    }
  }

  @Test
  @DisplayName("A14: a marked key is in no file, answer, row, log or alarm, and once in the heap")
  void canary() throws Exception {
    var mark = "canary-7f3a91-" + "0123456789";
    var home = Files.createDirectory(folder.resolve("home"));
    var told = new ArrayList<String>();
    try (var cloud = ScriptedChat.start(CloudKeysTest::router);
        var hook = ScriptedChat.start(_ -> ChatReply.json(200, "{}"));
        var server =
            ServerProcess.start(
                home, yaml(cloud) + "alarms: {webhook: \"%s/alarms\"}\n".formatted(hook.url()))) {
      told.add(
          server.post("/api/v1/accounts/openrouter/key", Map.of("key", mark)).response().body());
      var ask =
          Map.of("model", "coder", "messages", List.of(Map.of("role", "user", "content", "")));
      for (int i = 0; i < 3; i++) {
        var answer = server.post("/v1/chat/completions", ask);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
      }
      assertThat(chats(cloud)).hasSize(3).allMatch(request -> bears(request, mark));
      assertThat(HeapDump.of(server.pid(), folder.resolve("one.hprof")).count(mark)).isEqualTo(1);

      cloud.answering(_ -> ChatReply.error(401, "no " + mark, "no"));
      told.add(server.post("/v1/chat/completions", ask).response().body());
      hook.awaitRequests(1);
      for (var path :
          List.of("/api/v1/accounts", "/api/v1/ledger", "/api/v1/routes", "/v1/models")) {
        told.add(server.get(path).response().body());
      }
      told.add(server.output());
      assertThat(HeapDump.of(server.pid(), folder.resolve("two.hprof")).count(mark)).isEqualTo(1);

      cloud.answering(CloudKeysTest::router);
      server.post("/api/v1/accounts/openrouter/key", Map.of("key", OTHER));
      var last = HeapDump.of(server.pid(), folder.resolve("gone.hprof"));
      assertThat(last.count(mark)).isZero();
      assertThat(last.count(OTHER)).isEqualTo(1);
      assertThat(hook.requests()).anyMatch(alarm -> alarm.json().contains("\"key_refused\""));
      hook.requests().forEach(alarm -> told.add(alarm.path() + alarm.headers() + alarm.json()));
    }
    try (var all = Files.walk(home)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        told.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(told).noneMatch(text -> text.contains("7f3a91"));
    assertThat(told).as("the ledger's own file").anyMatch(text -> text.contains("no [key]"));
  }
}
