package dev.interlock.wire.ollama;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Translates the fields of one call. Each is translated, passed on, known to say nothing about the
/// answer, or refused by its name.
///
/// Thread: one owner.
final class AskFields {
  /// OpenAI's name and the one among Ollama's `options`.
  private static final Map<String, String> NUMBERS =
      Map.of(
          "temperature", "temperature",
          "top_p", "top_p",
          "seed", "seed",
          "presence_penalty", "presence_penalty",
          "frequency_penalty", "frequency_penalty");

  /// They name the caller, its bill or its cache, and no answer depends on them.
  private static final Set<String> BESIDE_THE_ANSWER =
      Set.of(
          "user",
          "safety_identifier",
          "metadata",
          "service_tier",
          "prompt_cache_key",
          "prompt_cache_options",
          "prompt_cache_retention",
          "prediction",
          "stream_options");

  private static final List<String> EFFORTS = List.of("low", "medium", "high");

  private final ObjectNode call;
  private final ObjectNode ask = ChatTrees.object();
  private final ObjectNode options;

  AskFields(ObjectNode call) {
    this.call = call;
    this.options = options(call.path("options"));
  }

  private static ObjectNode options(JsonNode given) {
    if (given instanceof ObjectNode own) {
      return own.deepCopy();
    }
    if (!given.isMissingNode() && !given.isNull()) {
      throw CantAsk.invalid("options", "`options` must be an object");
    }
    return ChatTrees.object();
  }

  ObjectNode translate() {
    ask.put("model", call.path("model").asString(""));
    ask.set("messages", new AskMessages(call.path("messages")).translate());
    call.forEachEntry(
        (name, value) -> {
          if (!value.isNull()) {
            field(name, value);
          }
        });
    limit();
    if (!options.isEmpty()) {
      ask.set("options", options);
    }
    ask.put("stream", call.path("stream").asBoolean(false));
    ask.put("truncate", false);
    ask.put("shift", false);
    return ask;
  }

  private void field(String name, JsonNode value) {
    if (NUMBERS.containsKey(name)) {
      number(name, value);
      return;
    }
    switch (name) {
      // Dealt with for themselves.
      case "model", "messages", "stream", "options", "max_tokens", "max_completion_tokens" -> {}
      case "keep_alive", "think", "logprobs", "top_logprobs" -> ask.set(name, value);
      case "stop" -> option("stop", "stop", stops(value));
      case "response_format" -> format(value);
      case "reasoning_effort" -> effort(value);
      case "tools" -> tools(value);
      case "tool_choice" -> choice(value);
      case "parallel_tool_calls" -> parallel(value);
      default -> {
        if (!BESIDE_THE_ANSWER.contains(name) && !saysNothing(name, value)) {
          throw CantAsk.unsupported(name, "the body has `%s`".formatted(name));
        }
      }
    }
  }

  /// What an unwanted field may say without meaning anything by it.
  private static boolean saysNothing(String name, JsonNode value) {
    return switch (name) {
      case "n" -> value.canConvertToInt() && value.intValue() == 1;
      case "store" -> value.isBoolean() && !value.booleanValue();
      case "verbosity" -> value.asString("").equals("medium");
      case "logit_bias" -> value.isObject() && value.isEmpty();
      case "modalities" ->
          value.isArray() && value.size() == 1 && value.path(0).asString("").equals("text");
      default -> false;
    };
  }

  private void number(String name, JsonNode value) {
    if (!value.isNumber()) {
      throw CantAsk.invalid(name, "`%s` must be a number".formatted(name));
    }
    option(name, name, value);
  }

  /// Two values for one thing leave it open which is meant.
  private void option(String name, String own, JsonNode value) {
    if (options.has(own)) {
      throw CantAsk.invalid(
          name, "`%s` and `options.%s` are both given; leave one out".formatted(name, own));
    }
    options.set(own, value);
  }

  private static JsonNode stops(JsonNode value) {
    var all = ChatTrees.object().putArray("stop");
    if (value.isString()) {
      return all.add(value);
    }
    if (!value.isArray() || value.valueStream().anyMatch(stop -> !stop.isString())) {
      throw CantAsk.invalid("stop", "`stop` must be a string or a list of strings");
    }
    return value;
  }

  /// To Ollama a limit below zero means none, so only a limit passes as one.
  private void limit() {
    for (var name : List.of("max_completion_tokens", "max_tokens")) {
      var value = call.path(name);
      if (value.isMissingNode() || value.isNull()) {
        continue;
      }
      if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
        throw CantAsk.invalid(name, "`%s` must be a whole number from 1 on".formatted(name));
      }
      option(name, "num_predict", value);
      return;
    }
  }

  private void format(JsonNode value) {
    switch (value.path("type").asString("")) {
      case "text" -> {}
      case "json_object" -> ask.put("format", "json");
      case "json_schema" -> {
        var schema = value.path("json_schema").path("schema");
        if (!schema.isObject()) {
          throw CantAsk.invalid(
              "response_format", "`response_format.json_schema.schema` must be an object");
        }
        ask.set("format", schema);
      }
      default ->
          throw CantAsk.unsupported("response_format", "`response_format` is of another kind");
    }
  }

  private void effort(JsonNode value) {
    if (call.hasNonNull("think")) {
      throw CantAsk.invalid(
          "reasoning_effort", "`reasoning_effort` and `think` are both given; leave one out");
    }
    var word = value.asString("");
    if (word.equals("none")) {
      ask.put("think", false);
    } else if (EFFORTS.contains(word)) {
      ask.put("think", word);
    } else {
      throw CantAsk.unsupported(
          "reasoning_effort", "`reasoning_effort` is none of none, low, medium and high");
    }
  }

  private void tools(JsonNode value) {
    if (!value.isArray()) {
      throw CantAsk.invalid("tools", "`tools` must be a list");
    }
    for (var tool : value) {
      if (!tool.path("type").asString("function").equals("function")
          || !tool.path("function").isObject()) {
        throw CantAsk.unsupported("tools", "`tools` holds another tool than a function");
      }
    }
    if (!value.isEmpty() && !choice().equals("none")) {
      ask.set("tools", value);
    }
  }

  private String choice() {
    return call.path("tool_choice").asString("");
  }

  private void choice(JsonNode value) {
    if (!value.isString() || !Set.of("auto", "none").contains(value.stringValue())) {
      throw CantAsk.unsupported("tool_choice", "`tool_choice` is neither auto nor none");
    }
  }

  private void parallel(JsonNode value) {
    boolean offered = !call.path("tools").isEmpty() && !choice().equals("none");
    if (offered && !value.asBoolean(true)) {
      throw CantAsk.unsupported("parallel_tool_calls", "`parallel_tool_calls` is false");
    }
  }
}
