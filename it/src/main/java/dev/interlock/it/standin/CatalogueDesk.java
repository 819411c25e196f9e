package dev.interlock.it.standin;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `GET /models`, `/embeddings/models` and `/models/AUTHOR/SLUG/endpoints` (wire-formats §2.9).
///
/// Thread: any.
final class CatalogueDesk {
  private final Plant plant;

  CatalogueDesk(Plant plant) {
    this.plant = plant;
  }

  /// The list. By default it holds models that write text, and no other.
  ///
  /// @param modality the query's `output_modalities`
  List<Act> models(Optional<String> modality) {
    var wanted = modality.orElse(Model.Use.CHAT.modality());
    var items =
        Arrays.stream(Model.values())
            .filter(m -> wanted.equals("all") || wanted.equals(m.use().modality()))
            .map(this::item)
            .toList();
    return ok(Json.of("data", items));
  }

  List<Act> embeddingModels() {
    return models(Optional.of(Model.Use.EMBED.modality()));
  }

  private Map<String, Object> item(Model model) {
    int context = context(model);
    return Json.of(
        "id", model.slug(),
        "canonical_slug", model.canonical(),
        "name", "Shore: " + model.upstream(),
        "created", 1_772_323_200,
        "context_length", context,
        "architecture", architecture(model),
        "pricing", plant.prices.told(model),
        "top_provider",
            Json.of(
                "context_length",
                context,
                "max_completion_tokens",
                mostWritten(model),
                "is_moderated",
                false),
        "per_request_limits", Json.none(),
        "supported_parameters", List.of("max_tokens", "stop", "tools"));
  }

  private static Map<String, Object> architecture(Model model) {
    return Json.of(
        "input_modalities", List.of("text"),
        "output_modalities", List.of(model.use().modality()),
        "tokenizer", "Other",
        "instruct_type", Json.none(),
        "modality", "text->" + model.use().modality());
  }

  private static int context(Model model) {
    return switch (model.use()) {
      case CHAT -> Model.CONTEXT;
      case EMBED, RERANK -> Encoders.MAX_TOKENS + 2;
    };
  }

  private static Object mostWritten(Model model) {
    return switch (model.use()) {
      case CHAT -> Model.MAX_COMPLETION;
      case EMBED, RERANK -> Json.none();
    };
  }

  /// @param slug `AUTHOR/SLUG`
  List<Act> endpoints(String slug) {
    return Model.of(slug)
        .map(
            model ->
                ok(
                    Json.of(
                        "data",
                        Json.of(
                            "id", model.slug(),
                            "name", "Shore: " + model.upstream(),
                            "created", 1_772_323_200,
                            "architecture", architecture(model),
                            "endpoints",
                                model.providers().stream().map(p -> endpoint(model, p)).toList()))))
        .orElseGet(() -> Refusal.of(404, "not_found", "Model not found").acts());
  }

  private Map<String, Object> endpoint(Model model, Provider provider) {
    return Json.of(
        "name", provider.display() + " | " + model.slug(),
        "model_id", model.slug(),
        "model_name", model.upstream(),
        "provider_name", provider.display(),
        "tag", provider.tag(),
        "quantization", provider.quantization(),
        "context_length", context(model),
        "max_completion_tokens", mostWritten(model),
        "max_prompt_tokens", Json.none(),
        "pricing", plant.prices.told(model),
        "supported_parameters", List.of("max_tokens"),
        "status", 0,
        "uptime_last_30m", 99.9,
        "latency_last_30m", Json.none(),
        "throughput_last_30m", Json.none(),
        "supports_implicit_caching", false);
  }

  private static List<Act> ok(Object body) {
    return List.of(new Act.Whole(200, Map.of(), Json.bytes(body)));
  }
}
