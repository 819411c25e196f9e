package dev.interlock.server.http;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the endpoint of a request. Thread: any, pure.
final class Paths {
  private final List<Endpoint> endpoints;

  Paths(List<Endpoint> endpoints) {
    this.endpoints = List.copyOf(endpoints);
  }

  /// What stands at a path.
  sealed interface Match {
    record Found(Endpoint endpoint, Map<String, String> parts) implements Match {}

    record OtherMethods(List<String> allowed) implements Match {}

    record Nothing() implements Match {}
  }

  Match find(String method, String path) {
    var segments = split(path);
    var fitting =
        endpoints.stream().filter(e -> parts(e.segments(), segments).isPresent()).toList();
    if (fitting.isEmpty()) {
      return new Match.Nothing();
    }
    return fitting.stream()
        .filter(e -> e.method().equals(method))
        .findFirst()
        .<Match>map(e -> new Match.Found(e, parts(e.segments(), segments).orElseThrow()))
        .orElseGet(
            () -> new Match.OtherMethods(fitting.stream().map(Endpoint::method).sorted().toList()));
  }

  private static Optional<Map<String, String>> parts(List<String> pattern, List<String> path) {
    if (pattern.size() != path.size()) {
      return Optional.empty();
    }
    var parts = new HashMap<String, String>();
    for (int i = 0; i < pattern.size(); i++) {
      var expected = pattern.get(i);
      if (expected.startsWith("{")) {
        parts.put(expected.substring(1, expected.length() - 1), path.get(i));
      } else if (!expected.equals(path.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  static List<String> split(String path) {
    return Arrays.stream(path.split("/", -1)).filter(s -> !s.isEmpty()).toList();
  }
}
