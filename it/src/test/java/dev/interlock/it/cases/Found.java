package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// What a job left out and what a search brought, in short.
final class Found {
  private Found() {}

  /// Paths of a search's hits, best first.
  static List<String> paths(Station.Reply search) {
    assertThat(search.status()).as(search.message()).isEqualTo(200);
    return search.json().path("hits").valueStream().map(h -> h.path("path").asString()).toList();
  }

  /// The first hit of that path.
  static JsonNode hit(Station.Reply search, String path) {
    return search
        .json()
        .path("hits")
        .valueStream()
        .filter(h -> h.path("path").asString().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("%s is not in %s".formatted(path, search.json())));
  }

  /// Reason of each file that a job left out, by its path.
  static Map<String, String> skipped(JsonNode detail) {
    return detail
        .path("skipped")
        .valueStream()
        .collect(
            Collectors.toMap(s -> s.path("path").asString(), s -> s.path("reason").asString()));
  }

  /// As [#skipped(JsonNode)], of a job of that station.
  static Map<String, String> skipped(Station station, JsonNode job) {
    return skipped(station.get("/api/v1/jobs/" + job.path("id").asString()).json());
  }

  /// Rows that a job's manifest names and that are not on disk, by file.
  static List<String> missing(Station.Reply verify) {
    return verify.json().path("missing").valueStream().map(m -> m.path("path").asString()).toList();
  }

  static String state(JsonNode job) {
    return job.path("state").asString();
  }
}
