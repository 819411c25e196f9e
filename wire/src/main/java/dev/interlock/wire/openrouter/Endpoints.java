package dev.interlock.wire.openrouter;

import dev.interlock.wire.openai.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;

/// Who serves a model, at `GET /models/AUTHOR/SLUG/endpoints` (wire-formats §2.9): answers bear
/// display names, pins are tags.
public final class Endpoints {
  private Endpoints() {}

  /// The tags of each provider by its display name; none where the body is no such list.
  public static Map<String, Set<String>> tags(byte[] body) {
    var tags = new LinkedHashMap<String, Set<String>>();
    try {
      for (var endpoint : Json.tree(body).path("data").path("endpoints")) {
        var name = endpoint.path("provider_name").asString("");
        var tag = endpoint.path("tag").asString("");
        if (!name.isEmpty() && !tag.isEmpty()) {
          tags.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(tag);
        }
      }
    } catch (JacksonException notJson) {
      return Map.of();
    }
    return Collections.unmodifiableMap(tags);
  }
}
