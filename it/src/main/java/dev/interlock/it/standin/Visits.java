package dev.interlock.it.standin;

import dev.interlock.core.time.WallClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The calls of models, the last 4,096: what was asked for, and who got it. Texts are only counted.
///
/// Thread: any.
final class Visits {
  private static final int KEPT = 4_096;
  private static final List<String> SHOWN =
      List.of("model", "provider", "stream", "encoding_format", "dimensions", "input_type");

  private final WallClock wall;
  private final Deque<Map<String, Object>> kept = new ArrayDeque<>();

  Visits(WallClock wall) {
    this.wall = wall;
  }

  /// @param by who served, or why nobody did
  synchronized void add(String path, JsonNode body, String by) {
    var visit = Json.of("at", wall.now().toString(), "path", path, "by", by);
    visit.put("texts", texts(body));
    for (var name : SHOWN) {
      Optional.ofNullable(body.get(name)).ifPresent(value -> visit.put(name, value));
    }
    if (kept.size() == KEPT) {
      kept.removeFirst();
    }
    kept.addLast(visit);
  }

  private static int texts(JsonNode body) {
    return body.path("input").isString() ? 1 : body.path("input").size();
  }

  synchronized List<Map<String, Object>> told() {
    return List.copyOf(kept);
  }

  synchronized void forget() {
    kept.clear();
  }
}
