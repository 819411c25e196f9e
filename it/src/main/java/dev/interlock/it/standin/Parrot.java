package dev.interlock.it.standin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The chat of all stand-ins: it says again what the last message said, a word a token, as long as
/// it may; a message that begins with a number gets so many words, all others 24. Offered a tool by
/// a person, it calls the first one.
///
/// @param words what it says, each with the blank before the next
/// @param tool the call that it makes instead
/// @param finish `stop`, `length` or `tool_calls`
record Parrot(List<String> words, Optional<Map<String, Object>> tool, String finish) {
  private static final int USUAL = 24;
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,4}");

  /// @param most tokens that it may write
  static Parrot answer(JsonNode body, int most) {
    var messages = body.path("messages").valueStream().toList();
    var last = messages.isEmpty() ? body : messages.getLast();
    var said = Words.of(Words.content(last.path("content")));
    var tools = body.path("tools");
    if (!tools.isEmpty() && last.path("role").asString("").equals("user")) {
      return new Parrot(List.of(), Optional.of(call(tools.path(0), said)), "tool_calls");
    }
    int wanted =
        said.isEmpty() || !NUMBER.matcher(said.getFirst()).matches()
            ? USUAL
            : Integer.parseInt(said.getFirst());
    var words = new ArrayList<String>();
    for (int i = 0; i < Math.min(wanted, most); i++) {
      words.add((said.isEmpty() ? "yes" : said.get(i % said.size())) + " ");
    }
    return new Parrot(List.copyOf(words), Optional.empty(), wanted > most ? "length" : "stop");
  }

  private static Map<String, Object> call(JsonNode tool, List<String> said) {
    var arguments = Json.text(Json.of("text", String.join(" ", said)));
    var function =
        Json.of("name", tool.path("function").path("name").asString(""), "arguments", arguments);
    return Json.of("index", 0, "id", "call_1", "type", "function", "function", function);
  }

  /// Tokens that it writes.
  int tokens() {
    return tool.isPresent() ? 8 : words.size();
  }

  /// The message of an answer that comes whole.
  Map<String, Object> message() {
    return Json.of(
        "role",
        "assistant",
        "content",
        tool.isPresent() ? Json.none() : String.join("", words),
        "refusal",
        Json.none(),
        "tool_calls",
        tool.map(List::of));
  }

  /// All text that a chat reads.
  static String prompt(JsonNode body) {
    return String.join(
        "\n",
        body.path("messages").valueStream().map(m -> Words.content(m.path("content"))).toList());
  }
}
