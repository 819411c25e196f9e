package dev.interlock.it.standin;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// `POST /rerank` (wire-formats §2.7), scored by the encoder's cosine. Thread: any; blocks while it
/// embeds.
final class RerankDesk {
  private final Plant plant;

  RerankDesk(Plant plant) {
    this.plant = plant;
  }

  List<Act> serve(Order order) {
    var query = order.body().path("query").asString("");
    var documents =
        order
            .body()
            .path("documents")
            .valueStream()
            .map(d -> d.isObject() ? d.path("text").asString("") : d.asString(""))
            .toList();
    if (query.isEmpty() || documents.isEmpty() || documents.stream().anyMatch(String::isEmpty)) {
      return Refusal.of(400, "invalid_request", "query and documents are needed").acts();
    }
    var line = plant.line(order, 0, 0);
    var refused = plant.wallet.refusal(line.nanos(), 0);
    if (refused.isPresent()) {
      return refused.get().acts();
    }
    var pace = plant.pace(order.provider());
    long doneAt = pace.doneAtNanos(documents.size());
    var results = results(order, query, documents);
    plant.bill.put(line);
    var body =
        Json.of(
            "id", order.id(),
            "model", order.saidModel(order.model().slug()),
            "provider", order.saidProvider(),
            "results", results,
            "usage", Json.of("search_units", 1, "cost", Bill.usd(line.nanos())));
    return List.of(pace.until(doneAt), new Act.Whole(200, order.headers(), Json.bytes(body)));
  }

  private List<Map<String, Object>> results(Order order, String query, List<String> documents) {
    if (order.empty()) {
      return List.of();
    }
    var stack = plant.stack(order.provider());
    var asked = stack.embed(List.of(query)).vectors().getFirst();
    var scores = stack.embed(documents).vectors().stream().map(v -> dot(asked, v)).toList();
    JsonNode most = order.body().path("top_n");
    return IntStream.range(0, documents.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -scores.get(i)))
        .limit(most.isNumber() ? most.asInt() : documents.size())
        .map(
            i ->
                Json.of(
                    "index", i,
                    "relevance_score", scores.get(i),
                    "document", Json.of("text", documents.get(i))))
        .toList();
  }

  private static double dot(float[] a, float[] b) {
    double dot = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
    }
    return dot;
  }
}
