package dev.interlock.it.engines;

import dev.interlock.it.standin.Encoders;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Ollama: `/api/embed` with its silent cut unless it is told not to, errors that are bare strings,
/// and tags with a digest, or with the host that a model is passed on to (wire-formats §5).
final class OllamaStandIn extends StandIn {
  static final String MODEL = "all-minilm:22m";

  /// The digest of its model's manifest.
  volatile String digest = "1b226e2802dbb772b5fc32a58f103ca1804ef7501331012de126ab22f67475ef";

  /// Where the model really runs, if not here.
  volatile Optional<String> remoteHost = Optional.empty();

  /// Its own chats.
  final OllamaChats own = new OllamaChats(MODEL, this::tokens);

  OllamaStandIn(Encoders encoders) throws IOException {
    super(encoders);
    version = "0.12.3";
    on("/api/embed", this::embed);
    on("/api/tags", _ -> Said.ok(Map.of("models", List.of(tag()))));
    on("/api/ps", _ -> Said.ok(Map.of("models", List.of(loaded()))));
    on("/api/show", this::show);
    on("/v1/chat/completions", this::chat);
    on("/api/chat", body -> ours(body) ? own.chat(body) : notFound(body));
    on("/api/version", _ -> Said.ok(Map.of("version", version)));
  }

  /// A chat by its OpenAI-compatible layer, which repeats the name that was asked for.
  private Said chat(JsonNode body) {
    return ours(body) ? chatted(MODEL) : notFound(body);
  }

  @Override
  Said unknownPath() {
    return new Said(404, "404 page not found");
  }

  @Override
  Said busyLoading() {
    return error(503, "server busy, please try again.  maximum pending requests exceeded");
  }

  private Map<String, Object> tag() {
    var tag = new TreeMap<String, Object>();
    tag.put("name", MODEL);
    tag.put("model", MODEL);
    tag.put("digest", digest);
    tag.put("size", 45_960_996);
    tag.put("details", Map.of("family", "bert", "quantization_level", "F16"));
    remoteHost.ifPresent(
        host -> {
          tag.put("remote_host", host);
          tag.put("remote_model", "all-minilm");
        });
    return tag;
  }

  private Map<String, Object> loaded() {
    var loaded = new TreeMap<>(tag());
    loaded.put("context_length", MAX_TOKENS);
    return loaded;
  }

  private Said show(JsonNode body) {
    return ours(body)
        ? Said.ok(
            Map.of(
                "details",
                Map.of("family", "bert"),
                "capabilities",
                List.of("embedding"),
                "model_info",
                Map.of("general.architecture", "bert", "bert.context_length", 512)))
        : notFound(body);
  }

  private Said embed(JsonNode body) {
    if (loading) {
      return busyLoading();
    }
    if (!ours(body)) {
      return notFound(body);
    }
    var texts = received(body, "input");
    boolean cuts = body.path("truncate").asBoolean(true);
    if (!cuts && texts.stream().anyMatch(t -> tokens(t) > MAX_TOKENS)) {
      return error(400, "the input length exceeds the context length");
    }
    var read = texts.stream().map(this::cut).toList();
    return Said.ok(
        Map.of(
            "model",
            body.path("model").asString(),
            "embeddings",
            encoders.embed(build, read),
            "total_duration",
            14_143_917,
            "prompt_eval_count",
            tokens(read)));
  }

  private String cut(String text) {
    var cut = text;
    while (tokens(cut) > MAX_TOKENS) {
      cut = cut.substring(0, cut.length() * 9 / 10);
    }
    return cut;
  }

  private static boolean ours(JsonNode body) {
    return body.path("model").asString().equals(MODEL);
  }

  private static Said notFound(JsonNode body) {
    return error(
        404,
        "model \"%s\" not found, try pulling it first".formatted(body.path("model").asString()));
  }

  static Said error(int status, String words) {
    return new Said(status, Map.of("error", words));
  }
}
