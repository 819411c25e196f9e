package dev.interlock.it.standin;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// `GET /key`, `/credits` and `/generation` (wire-formats §2.8). Thread: any.
final class AccountDesk {
  private static final int SHOWN = 3;

  private final Plant plant;
  private final Limits limits;
  private volatile Duration generationLag = Duration.ofMillis(500);

  AccountDesk(Plant plant, Limits limits) {
    this.plant = plant;
    this.limits = limits;
  }

  /// Reads `generationMs`: how long a call is unknown to `/generation`.
  void set(JsonNode body) {
    var lag = body.path("generationMs");
    generationLag = lag.isNumber() ? Duration.ofMillis(lag.asLong()) : generationLag;
  }

  /// The label of a key is the key, most of it left out.
  List<Act> key(String key) {
    var label =
        key.length() > 2 * SHOWN
            ? key.substring(0, SHOWN) + "..." + key.substring(key.length() - SHOWN)
            : "...";
    return ok(plant.wallet.key(label, limits.keyRate()));
  }

  /// Only a management key may ask.
  List<Act> credits() {
    return plant.wallet.creditsOpen()
        ? ok(plant.wallet.credits())
        : Refusal.of(403, "permission_denied", "Only management keys can fetch credits").acts();
  }

  /// Unknown for a while after the call.
  List<Act> generation(String id) {
    return plant
        .bill
        .line(id)
        .filter(line -> plant.time.ticker().nanos() - line.sinceNanos() >= generationLag.toNanos())
        .map(line -> ok(told(line)))
        .orElseGet(() -> Refusal.of(404, "not_found", "Generation not found").acts());
  }

  private Map<String, Object> told(Bill.Line line) {
    var response =
        Json.of(
            "provider_name",
            line.provider().display(),
            "status",
            200,
            "model_permaslug",
            line.model().canonical(),
            "is_byok",
            false);
    return Json.of(
        "id", line.id(),
        "model", line.model().canonical(),
        "provider_name", line.provider().display(),
        "api_type", type(line.model()),
        "created_at", plant.time.wall().now().toString(),
        "total_cost", Bill.usd(line.nanos()),
        "usage", Bill.usd(line.nanos()),
        "upstream_inference_cost", Json.none(),
        "cache_discount", Json.none(),
        "tokens_prompt", line.promptTokens(),
        "tokens_completion", line.completionTokens(),
        "native_tokens_prompt", line.promptTokens(),
        "native_tokens_completion", line.completionTokens(),
        "native_tokens_reasoning", 0,
        "native_tokens_cached", 0,
        "cancelled", false,
        "is_byok", false,
        "provider_responses", List.of(response));
  }

  private static String type(Model model) {
    return switch (model.use()) {
      case EMBED -> "embeddings";
      case CHAT -> "completions";
      case RERANK -> "rerank";
    };
  }

  private static List<Act> ok(Object data) {
    return List.of(new Act.Whole(200, Map.of(), Json.bytes(Json.of("data", data))));
  }
}
