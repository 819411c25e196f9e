package dev.interlock.it.llamacpp;

import dev.interlock.it.Station;
import dev.interlock.it.cases.Plans;
import dev.interlock.testkit.ScriptedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Settings and questions that the chat tests share. The small model obeys nothing, so nothing is
/// asked that it would have to obey.
final class Chats {
  /// The profile that the chat engine serves.
  static final String PROFILE = "local-coder";

  static final String QUESTION = "What is the capital of France? Answer with one word.";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Chats() {}

  /// A question for twelve tokens at the most, always answered alike.
  ///
  /// @param more further fields, such as `"stream":true`; they win
  static String ask(String more) {
    return ask(QUESTION, more);
  }

  static String ask(String question, String more) {
    var fields = new TreeMap<String, Object>();
    fields.put("model", PROFILE);
    fields.put("temperature", 0);
    fields.put("max_tokens", 12);
    fields.put("messages", List.of(Map.of("role", "user", "content", question)));
    JSON.readTree("{" + more + "}").forEachEntry(fields::put);
    return JSON.writeValueAsString(fields);
  }

  /// One that keeps a slot at work until its caller leaves; some two thousand tokens.
  static String lasting() {
    return ask("\"stream\":true,\"max_tokens\":1900,\"ignore_eos\":true");
  }

  /// Words that are one token each.
  static String words(int count) {
    return "word ".repeat(count).strip();
  }

  /// A server whose first chat can go out: its engine's state has been read.
  static Station started(Path home, String yaml) throws IOException {
    var station = Station.start(home, yaml);
    Plans.awaitCheck(station, PROFILE, "state");
    return station;
  }

  /// One engine behind the profile.
  static String yaml(LlamaServer engine) {
    return yaml(engine, "model: " + LlamaServer.CHAT_MODEL);
  }

  static String yaml(LlamaServer engine, String route) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
    routes:
      real: {host: box, %s}
    profiles:
      %s: {kind: generate, tiers: [{routes: [real]}]}
    """
        .formatted(engine.url(), route, PROFILE);
  }

  /// The engine, and one that stands in for it. An encoder in the engine's place is accepted, so
  /// that chats reach it.
  static String yaml(LlamaServer engine, ScriptedChat spare) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
      other: {url: "%s"}
    routes:
      real: {host: box, model: %s, accept: [%s]}
      spare: {host: other, model: m}
    profiles:
      %s: {kind: generate, tiers: [{routes: [real]}, {routes: [spare]}]}
    """
        .formatted(engine.url(), spare.url(), LlamaServer.CHAT_MODEL, LlamaServer.ENCODER, PROFILE);
  }

  /// The text of a plain answer.
  static String text(JsonNode answer) {
    return answer.at("/choices/0/message/content").asString();
  }
}
