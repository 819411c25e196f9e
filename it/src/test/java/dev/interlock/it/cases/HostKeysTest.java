package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.PLAIN;
import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.Reply;
import dev.interlock.testkit.Request;
import dev.interlock.testkit.Script;
import dev.interlock.testkit.ScriptedChat;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Engines that want a key: who gets it, and that nobody else ever sees it.
final class HostKeysTest {
  private static final String KEY = "sk-canary/7f3a91+c2\"e";
  private static final String BEARER = "Bearer " + KEY;
  private static final String PROPS =
      "{\"model_path\":\"/models/m.gguf\",\"build_info\":\"b1\",\"default_generation_settings\":{\"n_ctx\":2048}}";
  private static final String MODELS =
      "{\"object\":\"list\",\"data\":[{\"id\":\"m\",\"object\":\"model\"}]}";

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void layDown() throws IOException {
    Files.writeString(folder.resolve("key"), KEY + "\n");
  }

  private Station start(String yaml) throws IOException {
    return Station.start(folder.resolve("home"), yaml);
  }

  /// Both roles on one engine, and the profile `coder` on another.
  private String yaml(ScriptedEmbeddings encoder, ScriptedChat talker, String key) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp, key: "%s"}
      talk: {url: "%s", dialect: llamacpp, key: "%s"}
    routes:
      emb: {host: box, model: m, maxTokens: 2048}
      chat: {host: talk, model: m}
    roles:
      code-embedding: {routes: [emb]}
      text-embedding: {routes: [emb]}
    profiles:
      coder: {kind: generate, tiers: [{routes: [chat]}], attempts: 1}
    """
        .formatted(encoder.url(), key, talker.url(), key);
  }

  private String inFile() {
    return "${file:%s}".formatted(folder.resolve("key"));
  }

  private static boolean bears(Request request) {
    return BEARER.equals(request.headers().get("authorization"));
  }

  /// llama.cpp with `--api-key`: its model, its file and its tokenizer want the key.
  private static Script encoder() {
    Script open =
        Scripts.hashing(64)
            .except(r -> r.path().equals("/props"), Reply.json(PROPS))
            .except(r -> r.path().equals("/v1/models"), Reply.json(MODELS))
            .except(r -> r.path().equals("/tokenize"), Reply.json("{\"tokens\":[1,2,3]}"));
    return open.except(r -> !bears(r), Reply.status(401, "Invalid API Key"));
  }

  private static ChatReply talk(Request request) {
    if (!bears(request)) {
      return ChatReply.error(401, "Invalid API Key", "invalid_api_key");
    }
    return switch (request.path()) {
      case "/props" -> ChatReply.json(200, PROPS);
      case "/v1/models" -> ChatReply.json(200, MODELS);
      default ->
          request.json().contains("\"stream\":true")
              ? ChatReply.stream().events(Chats.chunks("m", "hello")).done()
              : ChatReply.json(200, Chats.plain("m", "hello"));
    };
  }

  private static Set<String> paths(List<Request> requests) {
    return requests.stream().map(Request::path).collect(Collectors.toSet());
  }

  @Test
  @DisplayName("The key of an engine goes out with every kind of call to it")
  void everyCallBearsTheKey() throws IOException {
    try (var box = ScriptedEmbeddings.telling(encoder());
        var talk = ScriptedChat.start(HostKeysTest::talk);
        var station = start(yaml(box, talk, inFile()))) {
      assertThat(station.gate("emb", TableName.DOCS).path("verdict").asString())
          .isEqualTo("admitted");
      assertThat(station.embed("a text").status()).isEqualTo(200);
      Plans.awaitCheck(station, "coder", "state");
      assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(200);
      assertThat(Talk.answer(station, STREAMED).text()).isEqualTo("hello");

      assertThat(box.requests()).allMatch(HostKeysTest::bears);
      assertThat(talk.requests()).allMatch(HostKeysTest::bears);
      assertThat(paths(box.requests()))
          .contains("/props", "/v1/models", "/v1/embeddings", "/tokenize");
      assertThat(paths(talk.requests())).contains("/props", "/v1/chat/completions");
    }
  }

  @Test
  @DisplayName("A trial of the host's own address bears its key, any other address none")
  void aTrialBearsTheKeyOnlyOfItsHost() throws IOException {
    try (var box = ScriptedEmbeddings.telling(encoder());
        var talk = ScriptedChat.start(HostKeysTest::talk);
        var other = ScriptedEmbeddings.telling(encoder());
        var station = start(yaml(box, talk, inFile()))) {
      station.gate("emb", TableName.CODE);
      box.forget();
      var own = against(station, box);
      assertThat(own.json().path("verdict").asString())
          .as(own.json().toString())
          .isEqualTo("admitted");
      assertThat(box.requests()).isNotEmpty().allMatch(HostKeysTest::bears);

      var foreign = against(station, other);
      assertThat(foreign.json().path("code").asString()).isEqualTo("upstream_denied");
      assertThat(foreign.json().path("reason").asString())
          .contains("/props answered 401: Invalid API Key; it wants a key: only a host of");
      assertThat(other.requests())
          .isNotEmpty()
          .noneMatch(request -> request.headers().containsKey("authorization"));
    }
  }

  private static Station.Reply against(Station station, ScriptedEmbeddings engine) {
    return station.post(
        "/api/v1/gate/against",
        "{\"table\":\"code\",\"url\":\"%s\",\"model\":\"m\",\"dialect\":\"llamacpp\"}"
            .formatted(engine.url()));
  }

  @Test
  @DisplayName("A redirect is not followed, so no other host gets the key")
  void noRedirectCarriesTheKeyAway() throws IOException {
    try (var thief = ScriptedEmbeddings.telling(Scripts.hashing(64))) {
      var to = Map.of("location", thief.url() + "/elsewhere");
      try (var box = ScriptedEmbeddings.telling(Scripts.always(new Reply.Status(307, "", to)));
          var talk = ScriptedChat.start(_ -> ChatReply.head(307, to).end());
          var station = start(yaml(box, talk, inFile()).replace("llamacpp", "openai"))) {
        assertThat(reason(station)).contains("answered 307");
        assertThat(Talk.answer(station, PLAIN).status()).isEqualTo(502);
        assertThat(against(station, box).status()).isNotEqualTo(200);
        assertThat(box.requests()).isNotEmpty();
        assertThat(talk.requests()).isNotEmpty();
      }
      assertThat(thief.connections()).isZero();
    }
  }

  /// The state of a chat's engine is read in the background.
  private static void awaitMessage(Station station, String words) throws IOException {
    Plans.await(
        station,
        "coder",
        plan -> plan.path("excluded").path(0).path("reason").asString().contains(words));
    assertThat(Talk.answer(station, PLAIN).message()).contains(words);
  }

  private static String reason(Station station) {
    return station.gate("emb", TableName.CODE).path("reason").asString();
  }

  @Test
  @DisplayName("A marked key that its engines repeat is in no log, answer, ledger row or file")
  void theKeyIsNowhere() throws IOException {
    var said = "no, " + KEY.replace("\"", "\\\"") + " is wrong";
    try (var log = LogWatch.start();
        var box = ScriptedEmbeddings.telling(Scripts.always(Reply.status(401, said)));
        var talk = ScriptedChat.start(_ -> ChatReply.error(401, said, "no_" + "such"));
        var station = start(yaml(box, talk, inFile()).replace("llamacpp", "openai"))) {
      var told = new ArrayList<String>();
      told.add(reason(station));
      told.add(station.embed("a text").response().body());
      var chat = Talk.answer(station, PLAIN);
      told.add(chat.body() + chat.headers());
      told.add(station.search("a text", "hybrid").response().body());
      told.add(against(station, box).response().body());
      for (var path :
          List.of("/api/v1/gate", "/api/v1/routes", "/api/v1/ledger", "/v1/models", "/readyz")) {
        told.add(station.get(path).response().body());
      }
      told.add(station.post("/api/v1/explain", PLAIN).response().body());
      told.addAll(log.warnings());

      assertThat(box.requests()).isNotEmpty().allMatch(HostKeysTest::bears);
      assertThat(talk.requests()).isNotEmpty().allMatch(HostKeysTest::bears);
      assertThat(told).noneMatch(HostKeysTest::betrays);
      assertThat(told.getFirst())
          .contains("no, [key] is wrong; it refuses the key that hosts.box.key names");
      assertThat(chat.message())
          .contains("no, [key] is wrong; it refuses the key that hosts.talk.key names");
      ChatRows.await(station, 1);
      assertThat(Files.exists(folder.resolve("home/interlock.db"))).isTrue();
    }
    var files = files(folder.resolve("home"));
    assertThat(files).noneMatch(HostKeysTest::betrays);
    assertThat(files).as("the ledger's own file").anyMatch(text -> text.contains("no, [key] is"));
  }

  /// By any part that could not come about by chance.
  private static boolean betrays(String text) {
    return text.contains("sk-canary") || text.contains("7f3a91");
  }

  private static List<String> files(Path home) throws IOException {
    var texts = new ArrayList<String>();
    try (var all = Files.walk(home)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(home.resolve("unpacked"))) {
          texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return texts;
  }

  @Test
  @DisplayName(
      "A server starts without a key that is not set, asks without one, and says what to set")
  void anUnsetKeyIsSaidByTheRoute() throws IOException {
    try (var box = ScriptedEmbeddings.telling(encoder());
        var talk = ScriptedChat.start(HostKeysTest::talk);
        var station = start(yaml(box, talk, "${env:BOX_KEY}"))) {
      var advice = "it wants a key: the variable BOX_KEY of hosts.box.key is not set";
      assertThat(reason(station)).contains("answered 401: Invalid API Key; " + advice);
      assertThat(station.get("/api/v1/routes").response().body()).contains(advice);
      assertThat(station.embed("a text").message()).contains(advice);
      awaitMessage(station, "BOX_KEY of hosts.talk.key");
      assertThat(box.requests())
          .isNotEmpty()
          .noneMatch(request -> request.headers().containsKey("authorization"));
    }
  }

  @Test
  @DisplayName("The server's own process warns once, with line and variable")
  void theProcessWarnsOnce() throws IOException {
    try (var box = ScriptedEmbeddings.telling(encoder());
        var talk = ScriptedChat.start(HostKeysTest::talk);
        var server =
            ServerProcess.start(
                Files.createDirectory(folder.resolve("home")),
                yaml(box, talk, "${env:INTERLOCK_TEST_NO_SUCH_KEY}"))) {
      assertThat(server.get("/livez").status()).isEqualTo(200);
      assertThat(server.output().lines())
          .filteredOn(line -> line.contains("is not set"))
          .hasSize(2)
          .anyMatch(
              line ->
                  line.endsWith(
                      ".yaml:2: hosts.box.key: the variable INTERLOCK_TEST_NO_SUCH_KEY is not set,"
                          + " so this host is asked without a key"));
    }
  }
}
