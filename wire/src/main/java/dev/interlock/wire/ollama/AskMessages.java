package dev.interlock.wire.ollama;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Translates the conversation of one call.
///
/// Thread: one owner.
final class AskMessages {
  private static final Pattern PICTURE = Pattern.compile("data:(?:image/[^,;]*)?;base64,");

  /// What an answer bears besides what was said, and what its caller therefore sends back.
  private static final Set<String> BESIDE_THE_WORDS = Set.of("annotations", "reasoning_details");

  private final JsonNode messages;
  private final Map<String, String> toolNames = new HashMap<>();

  AskMessages(JsonNode messages) {
    this.messages = messages;
  }

  ArrayNode translate() {
    if (!messages.isArray() || messages.isEmpty()) {
      throw CantAsk.invalid("messages", "`messages` must be a list of at least one message");
    }
    var all = ChatTrees.object().putArray("messages");
    for (int i = 0; i < messages.size(); i++) {
      all.add(new One("messages[%d]".formatted(i), messages.path(i)).translate());
    }
    return all;
  }

  /// One message.
  private final class One {
    private final String at;
    private final JsonNode message;
    private final String role;
    private final ObjectNode told = ChatTrees.object();

    One(String at, JsonNode message) {
      this.at = at;
      this.message = message;
      this.role = role(message.path("role").asString(""));
    }

    /// What OpenAI's newer models call a developer's word is a system's to all others.
    private String role(String word) {
      return switch (word) {
        case "developer" -> "system";
        case "system", "user", "assistant", "tool" -> word;
        default -> throw CantAsk.unsupported(at + ".role", "`%s.role` is unknown".formatted(at));
      };
    }

    ObjectNode translate() {
      told.put("role", role);
      content(message.path("content"));
      message.propertyStream().filter(field -> !nothing(field.getValue())).forEach(this::field);
      if (role.equals("tool")) {
        told.put("tool_name", toolName());
      }
      return told;
    }

    private static boolean nothing(JsonNode value) {
      return value.isNull()
          || (value.isContainer() && value.isEmpty())
          || (value.isString() && value.stringValue().isEmpty());
    }

    private void field(Map.Entry<String, JsonNode> field) {
      var name = field.getKey();
      switch (name) {
        case "role", "content" -> {}
        case "refusal" -> refusal(field.getValue());
        case "reasoning", "reasoning_content", "thinking" -> thinking(field.getValue());
        case "tool_calls" -> calls(field.getValue());
        default -> {
          boolean ofTool = role.equals("tool") && Set.of("tool_call_id", "name").contains(name);
          if (!ofTool && !BESIDE_THE_WORDS.contains(name)) {
            throw CantAsk.unsupported(at + "." + name, "`%s` has `%s`".formatted(at, name));
          }
        }
      }
    }

    private void content(JsonNode content) {
      if (content.isString()) {
        told.set("content", content);
      } else if (content.isArray()) {
        parts(content);
      } else if (content.isNull() || content.isMissingNode()) {
        told.put("content", "");
      } else {
        throw CantAsk.invalid(
            at + ".content", "`%s.content` must be a string or a list of parts".formatted(at));
      }
    }

    private void parts(JsonNode parts) {
      var texts = new ArrayList<String>();
      var pictures = new ArrayList<String>();
      for (int i = 0; i < parts.size(); i++) {
        var where = "%s.content[%d]".formatted(at, i);
        var part = parts.path(i);
        switch (part.path("type").asString("")) {
          case "text" -> texts.add(text(where, part.path("text")));
          case "refusal" -> texts.add(text(where, part.path("refusal")));
          case "image_url" -> pictures.add(picture(where, part.path("image_url")));
          default ->
              throw CantAsk.unsupported(
                  where, "`%s` is neither text nor a picture".formatted(where));
        }
      }
      told.put("content", String.join("\n", texts));
      if (!pictures.isEmpty()) {
        var images = told.putArray("images");
        pictures.forEach(images::add);
      }
    }

    private static String text(String where, JsonNode text) {
      if (!text.isString()) {
        throw CantAsk.invalid(where, "`%s` must hold its text".formatted(where));
      }
      return text.stringValue();
    }

    /// Ollama fetches nothing, and neither do we: the picture itself must be there.
    private static String picture(String where, JsonNode image) {
      var url = image.isString() ? image.stringValue() : image.path("url").asString("");
      var head = PICTURE.matcher(url);
      if (!head.lookingAt()) {
        throw CantAsk.unsupported(
            where,
            "`%s` is a picture by another address than data:image/...;base64".formatted(where));
      }
      return url.substring(head.end());
    }

    private void refusal(JsonNode refusal) {
      if (told.path("content").asString("").isEmpty()) {
        told.put("content", text(at + ".refusal", refusal));
      }
    }

    private void thinking(JsonNode thought) {
      if (!told.has("thinking")) {
        told.put("thinking", text(at + ".reasoning", thought));
      }
    }

    private void calls(JsonNode calls) {
      var all = told.putArray("tool_calls");
      for (int i = 0; i < calls.size(); i++) {
        var where = "%s.tool_calls[%d]".formatted(at, i);
        var function = calls.path(i).path("function");
        var name = function.path("name").asString("");
        if (name.isEmpty()) {
          throw CantAsk.unsupported(where, "`%s` calls no function".formatted(where));
        }
        toolNames.put(calls.path(i).path("id").asString(""), name);
        var call = all.addObject().putObject("function");
        call.put("name", name);
        call.set("arguments", arguments(where + ".function.arguments", function));
      }
    }

    private static JsonNode arguments(String where, JsonNode function) {
      var arguments = function.path("arguments");
      var given = arguments.isString() ? parsed(arguments.stringValue()) : List.of(arguments);
      if (given.isEmpty() || !given.getFirst().isObject()) {
        throw CantAsk.invalid(where, "`%s` must hold a JSON object".formatted(where));
      }
      return given.getFirst();
    }

    /// At most one; an empty text is an empty object (wire-formats §13, 30).
    private static List<JsonNode> parsed(String text) {
      try {
        return List.of(text.isBlank() ? ChatTrees.object() : ChatTrees.read(text));
      } catch (JacksonException notJson) {
        return List.of();
      }
    }

    private String toolName() {
      var name = message.path("name").asString("");
      var called = toolNames.getOrDefault(message.path("tool_call_id").asString(""), name);
      if (called.isEmpty()) {
        throw CantAsk.invalid(
            at + ".tool_call_id", "`%s.tool_call_id` names no call before it".formatted(at));
      }
      return called;
    }
  }
}
