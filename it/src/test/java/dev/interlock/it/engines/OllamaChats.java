package dev.interlock.it.engines;

import dev.interlock.it.engines.StandIn.Lines;
import dev.interlock.it.engines.StandIn.Said;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;
import tools.jackson.databind.JsonNode;

/// What an Ollama does at `/api/chat` (wire-formats §5.3): it streams unless told not to, drops the
/// oldest messages of an over-long conversation unless told not to, and leaves zeros out. Its model
/// calls the first tool that it is offered, and otherwise tells how many messages it read, and the
/// last of them.
///
/// Thread: any.
final class OllamaChats {
  private static final int CONTEXT = 128;

  /// How a stream ends.
  enum End {
    /// By its last line.
    WHOLE,
    /// By an error line, after the first content.
    ERROR,
    /// In order, but without its last line.
    SHORT
  }

  private final String model;
  private final ToIntFunction<String> tokens;
  private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
  private final List<String> dropped = new CopyOnWriteArrayList<>();

  volatile End end = End.WHOLE;

  /// Whether the prompt was in its cache, so that it counts no token of it.
  volatile boolean cached;

  OllamaChats(String model, ToIntFunction<String> tokens) {
    this.model = model;
    this.tokens = tokens;
  }

  /// The bodies, oldest first.
  List<JsonNode> asked() {
    return List.copyOf(asked);
  }

  /// Messages that it dropped without a word.
  List<String> dropped() {
    return List.copyOf(dropped);
  }

  Said chat(JsonNode body) {
    asked.add(body);
    for (var message : body.path("messages")) {
      if (!message.path("content").isString()) {
        return OllamaStandIn.error(
            400, "json: cannot unmarshal into Message.content of type string");
      }
      for (var call : message.path("tool_calls")) {
        if (!call.path("function").path("arguments").isObject()) {
          return OllamaStandIn.error(400, "json: cannot unmarshal into ToolCallFunctionArguments");
        }
      }
    }
    int context = body.path("options").path("num_ctx").asInt(CONTEXT);
    var kept = new ArrayList<>(body.path("messages").valueStream().toList());
    if (count(kept) > context && !body.path("truncate").asBoolean(true)) {
      return OllamaStandIn.error(400, overflow(count(kept), context));
    }
    while (count(kept) > context && kept.size() > 1) {
      dropped.add(kept.removeFirst().path("content").asString());
    }
    var said = said(kept, body.path("tools"));
    return body.path("stream").asBoolean(true)
        ? new Said(200, new Lines(lines(said, count(kept))))
        : Said.ok(line(said, done("stop", count(kept), 5)));
  }

  private int count(List<JsonNode> messages) {
    return messages.stream().mapToInt(m -> tokens.applyAsInt(m.path("content").asString())).sum();
  }

  /// The runner's own error is its text.
  private static String overflow(int asked, int context) {
    return """
    {"error":{"code":400,"message":"request (%d tokens) exceeds the available context size \
    (%d tokens), try increasing it","type":"exceed_context_size_error"}}\
    """
        .formatted(asked, context);
  }

  private static Map<String, Object> said(List<JsonNode> read, JsonNode tools) {
    var message = new LinkedHashMap<String, Object>();
    var last = read.getLast();
    message.put("role", "assistant");
    if (!tools.isEmpty() && last.path("role").asString().equals("user")) {
      message.put("content", "");
      message.put(
          "tool_calls",
          List.of(
              Map.of(
                  "function",
                  Map.of(
                      "name",
                      tools.path(0).path("function").path("name").asString(),
                      "arguments",
                      Map.of("city", "Köln")))));
    } else {
      message.put("thinking", "let me count");
      message.put(
          "content",
          "read %d, the last by %s: %s"
              .formatted(
                  read.size(),
                  last.path("tool_name").asString(last.path("role").asString()),
                  last.path("content").asString()));
    }
    return message;
  }

  private List<Map<String, Object>> lines(Map<String, Object> said, int prompt) {
    var lines = new ArrayList<Map<String, Object>>();
    if (said.containsKey("thinking")) {
      lines.add(
          line(Map.of("role", "assistant", "content", "", "thinking", "let me count"), Map.of()));
      for (var word : said.getOrDefault("content", "").toString().split("(?<= )", -1)) {
        lines.add(line(Map.of("role", "assistant", "content", word), Map.of()));
      }
    } else {
      lines.add(line(said, Map.of()));
    }
    switch (end) {
      case WHOLE ->
          lines.add(line(Map.of("role", "assistant", "content", ""), done("stop", prompt, 5)));
      case ERROR -> lines.add(Map.of("error", "llama runner process has terminated"));
      case SHORT -> {}
    }
    return lines;
  }

  private Map<String, Object> done(String reason, int prompt, int written) {
    var done = new LinkedHashMap<String, Object>();
    done.put("done_reason", reason);
    done.put("total_duration", 5_191_566_416L);
    if (!cached) {
      done.put("prompt_eval_count", prompt);
    }
    done.put("eval_count", written);
    return done;
  }

  private Map<String, Object> line(Map<String, Object> message, Map<String, Object> end) {
    var line = new LinkedHashMap<String, Object>();
    line.put("model", model);
    line.put("created_at", "2026-11-30T18:00:00.123456789Z");
    line.put("message", message);
    line.put("done", !end.isEmpty());
    line.putAll(end);
    return line;
  }
}
