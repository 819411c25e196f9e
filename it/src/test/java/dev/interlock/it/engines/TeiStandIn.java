package dev.interlock.it.engines;

import dev.interlock.it.standin.Encoders;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// text-embeddings-inference: bare arrays, no model field, a batch cap that it tells, a cut that
/// depends on its release unless the call says otherwise (wire-formats §6). Its reranker scores by
/// the encoder's cosine, as a sigmoid.
final class TeiStandIn extends StandIn {
  static final int BATCH = 8;

  /// The commit of its model's repository, where it was loaded from one.
  volatile Optional<String> sha = Optional.of("c9745ed1d9f207416be6d2e6f8de32d1f16199bf");

  /// The repository of its model.
  volatile String model = "sentence-transformers/all-MiniLM-L6-v2";

  /// 422 since 1.9.0, 413 before.
  volatile int refusal = 422;

  /// Whether every call finds all permits taken.
  volatile boolean overloaded;

  TeiStandIn(Encoders encoders) throws IOException {
    super(encoders);
    version = "1.9.0";
    on("/embed", this::embed);
    on("/rerank", this::rerank);
    on("/info", _ -> Said.ok(info()));
    on("/tokenize", this::tokenize);
  }

  @Override
  Said unknownPath() {
    return new Said(404, "");
  }

  @Override
  Said busyLoading() {
    return error(503, "unhealthy", "Unhealthy");
  }

  private Map<String, Object> info() {
    var info = new TreeMap<String, Object>();
    info.put("model_id", model);
    sha.ifPresent(s -> info.put("model_sha", s));
    info.put("model_type", Map.of("embedding", Map.of("pooling", "mean")));
    info.put("max_input_length", MAX_TOKENS);
    info.put("max_batch_tokens", 16_384);
    info.put("max_client_batch_size", BATCH);
    info.put("auto_truncate", true);
    info.put("version", version);
    return info;
  }

  private Said embed(JsonNode body) {
    if (loading) {
      return busyLoading();
    }
    if (overloaded) {
      return error(429, "Model is overloaded", "Overloaded");
    }
    var texts = received(body, "inputs");
    if (texts.isEmpty() || texts.stream().anyMatch(String::isEmpty)) {
      return error(400, "`inputs` cannot be empty", "Empty");
    }
    return refused(texts, 0).orElseGet(() -> Said.ok(encoders.embed(build, texts)));
  }

  private Said rerank(JsonNode body) {
    if (loading) {
      return busyLoading();
    }
    if (overloaded) {
      return error(429, "Model is overloaded", "Overloaded");
    }
    var texts = received(body, "texts");
    var query = body.path("query").asString();
    if (query.isEmpty() || texts.isEmpty() || texts.stream().anyMatch(String::isEmpty)) {
      return error(400, "`texts` cannot be empty", "Empty");
    }
    return refused(texts, encoders.tokens(query) + 1).orElseGet(() -> Said.ok(ranks(query, texts)));
  }

  private List<Map<String, Object>> ranks(String query, List<String> texts) {
    var asked = encoders.embed(build, List.of(query)).getFirst();
    var scores = encoders.embed(build, texts).stream().map(v -> sigmoid(asked, v)).toList();
    return IntStream.range(0, texts.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -scores.get(i)))
        .map(i -> Map.<String, Object>of("index", i, "score", scores.get(i)))
        .toList();
  }

  private static double sigmoid(float[] a, float[] b) {
    double dot = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
    }
    return 1 / (1 + Math.exp(-dot));
  }

  /// @param beside tokens that are read with each text
  private Optional<Said> refused(List<String> texts, int beside) {
    if (texts.size() > BATCH) {
      return Optional.of(
          error(
              refusal,
              "batch size %d > maximum allowed batch size %d".formatted(texts.size(), BATCH),
              "Validation"));
    }
    return texts.stream()
        .map(text -> tokens(text) + beside)
        .filter(tokens -> tokens > MAX_TOKENS)
        .findFirst()
        .map(
            tokens ->
                error(
                    refusal,
                    "`inputs` must have less than %d tokens. Given: %d"
                        .formatted(MAX_TOKENS, tokens),
                    "Validation"));
  }

  private Said tokenize(JsonNode body) {
    int specials = body.path("add_special_tokens").asBoolean(true) ? SPECIALS : 0;
    return Said.ok(
        toCount(body.path("inputs")).stream()
            .map(text -> tokens(encoders.tokens(text) + specials))
            .toList());
  }

  private static List<Map<String, Object>> tokens(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Map.<String, Object>of("id", i, "text", "x", "special", false))
        .toList();
  }

  private static Said error(int status, String words, String type) {
    return new Said(status, Map.of("error", words, "error_type", type));
  }
}
