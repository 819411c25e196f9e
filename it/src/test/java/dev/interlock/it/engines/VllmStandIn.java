package dev.interlock.it.engines;

import dev.interlock.it.standin.Encoders;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// vLLM: names are checked, its list of models tells checkpoint and limit, an over-long text is 400
/// (wire-formats §4).
final class VllmStandIn extends OpenAiStandIn {
  static final String MODEL = "minilm";

  /// The checkpoint behind the served name.
  volatile String root = "/models/all-MiniLM-L6-v2";

  VllmStandIn(Encoders encoders) throws IOException {
    super(encoders);
    version = "0.11.0";
    on("/v1/embeddings", this::embed);
    on("/v1/models", _ -> Said.ok(Map.of("object", "list", "data", List.of(model()))));
    on("/version", _ -> Said.ok(Map.of("version", version)));
    on("/tokenize", this::tokenize);
  }

  @Override
  Said unknownPath() {
    return new Said(404, Map.of("detail", "Not Found"));
  }

  @Override
  Said busyLoading() {
    return new Said(503, "");
  }

  private Map<String, Object> model() {
    return Map.of(
        "id",
        MODEL,
        "object",
        "model",
        "owned_by",
        "vllm",
        "root",
        root,
        "max_model_len",
        MAX_TOKENS);
  }

  private Said embed(JsonNode body) {
    if (loading) {
      return busyLoading();
    }
    var name = body.path("model").asString();
    if (!name.equals(MODEL)) {
      return error(404, "The model `%s` does not exist.".formatted(name), "NotFoundError");
    }
    var texts = received(body, "input");
    for (var text : texts) {
      if (tokens(text) > MAX_TOKENS) {
        return error(400, tooLong(tokens(text)), "BadRequestError");
      }
    }
    return answer(MODEL, texts, Map.of());
  }

  private static String tooLong(int tokens) {
    return ("This model's maximum context length is %d tokens. However, you requested %d tokens in"
            + " the input for embedding generation. Please reduce the length of the input.")
        .formatted(MAX_TOKENS, tokens);
  }

  private Said tokenize(JsonNode body) {
    int specials = body.path("add_special_tokens").asBoolean(true) ? SPECIALS : 0;
    var text = toCount(body.path("prompt")).getFirst();
    int count = encoders.tokens(text) + specials;
    return Said.ok(
        Map.of(
            "count",
            count,
            "max_model_len",
            MAX_TOKENS,
            "tokens",
            IntStream.range(0, count).boxed().toList()));
  }

  private static Said error(int status, String words, String type) {
    return new Said(
        status, Map.of("error", Map.of("message", words, "type", type, "code", status)));
  }
}
