package dev.interlock.wire.ollama;

import dev.interlock.wire.openai.Json;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What Ollama tells of one model at `POST /api/show`.
///
/// @param contextLength tokens that the model was made for
/// @param numCtx tokens that its Modelfile loads it for, where it says so
/// @param remote host and model that it stands for, if this server only passes calls on
public record Shown(OptionalInt contextLength, OptionalInt numCtx, Optional<String> remote) {
  private static final Pattern NUM_CTX = Pattern.compile("(?m)^num_ctx\\s+(\\d{1,9})\\s*$");

  /// The question for a model.
  public static byte[] ask(String model) {
    return Json.object(out -> out.writeStringProperty("model", model));
  }

  /// Reads the answer; empty if the body is none.
  public static Optional<Shown> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      return tree.isObject() ? Optional.of(of(tree)) : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  private static Shown of(JsonNode tree) {
    var info = tree.path("model_info");
    var architecture = info.path("general.architecture").asString("");
    int made = info.path(architecture + ".context_length").asInt(0);
    var parameters = NUM_CTX.matcher(tree.path("parameters").asString(""));
    return new Shown(
        made > 0 ? OptionalInt.of(made) : OptionalInt.empty(),
        parameters.find()
            ? OptionalInt.of(Integer.parseInt(parameters.group(1)))
            : OptionalInt.empty(),
        Tags.remote(tree));
  }
}
