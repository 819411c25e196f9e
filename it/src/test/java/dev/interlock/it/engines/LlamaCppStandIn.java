package dev.interlock.it.engines;

import dev.interlock.it.standin.Encoders;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// llama.cpp's server: any name is taken and echoed, an over-long text is 500 and fails its whole
/// batch, `/props` tells the file (wire-formats §7 and what was seen of the real one).
final class LlamaCppStandIn extends OpenAiStandIn {
  /// The file that its model was loaded from.
  volatile String path = "/models/all-MiniLM-L6-v2-f16.gguf";

  /// How often it was asked how it is.
  final AtomicInteger looks = new AtomicInteger();

  LlamaCppStandIn(Encoders encoders) throws IOException {
    super(encoders);
    version = "b6900-51b2c3d4";
    on("/v1/embeddings", this::embed);
    on("/v1/models", _ -> Said.ok(Map.of("object", "list", "data", List.of(model()))));
    on("/props", _ -> loading ? busyLoading() : Said.ok(props()));
    on("/tokenize", this::tokenize);
    on("/v1/chat/completions", body -> chatted(body.path("model").asString()));
    on("/health", _ -> health());
  }

  @Override
  Said unknownPath() {
    return error(404, "File Not Found", "not_found_error");
  }

  @Override
  Said busyLoading() {
    return error(503, "Loading model", "unavailable_error");
  }

  private Said health() {
    looks.incrementAndGet();
    return loading ? busyLoading() : Said.ok(Map.of("status", "ok"));
  }

  private Map<String, Object> model() {
    return Map.of(
        "id",
        "all-minilm-l6-v2",
        "aliases",
        List.of("all-minilm-l6-v2"),
        "owned_by",
        "llamacpp",
        "meta",
        Map.of("n_ctx", MAX_TOKENS, "n_ctx_train", 512, "n_embd", 384));
  }

  private Map<String, Object> props() {
    return Map.of(
        "default_generation_settings",
        Map.of("n_ctx", MAX_TOKENS),
        "total_slots",
        1,
        "model_path",
        path,
        "build_info",
        version);
  }

  private Said embed(JsonNode body) {
    if (loading) {
      return busyLoading();
    }
    var texts = received(body, "input");
    if (texts.isEmpty()) {
      return error(400, "\"input\" must not be empty", "invalid_request_error");
    }
    for (var text : texts) {
      if (tokens(text) > MAX_TOKENS) {
        return error(500, tooLong(tokens(text)), "server_error");
      }
    }
    return answer(body.path("model").asString(), texts, Map.of("encoding_format", "base64"));
  }

  private static String tooLong(int tokens) {
    return ("input (%d tokens) is too large to process. increase the physical batch size (current"
            + " batch size: %d)")
        .formatted(tokens, MAX_TOKENS);
  }

  private Said tokenize(JsonNode body) {
    int specials = body.path("add_special").asBoolean(false) ? SPECIALS : 0;
    var text = toCount(body.path("content")).getFirst();
    return Said.ok(
        Map.of("tokens", IntStream.range(0, encoders.tokens(text) + specials).boxed().toList()));
  }

  private static Said error(int status, String words, String type) {
    return new Said(
        status, Map.of("error", Map.of("code", status, "message", words, "type", type)));
  }
}
