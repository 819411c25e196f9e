package dev.interlock.server.http;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the endpoint of a request. Thread: any, pure.
final class Paths {
  private final List<Pattern> patterns;
  private final Map<String, Match.Found> literal = new HashMap<>();

  Paths(List<Endpoint> endpoints) {
    this.patterns = endpoints.stream().map(e -> new Pattern(e, e.segments())).toList();
    for (var endpoint : endpoints) {
      if (!endpoint.pattern().contains("{")) {
        literal.putIfAbsent(
            key(endpoint.method(), endpoint.pattern()), new Match.Found(endpoint, Map.of()));
      }
    }
  }

  private record Pattern(Endpoint endpoint, List<String> segments) {}

  private static String key(String method, String path) {
    return method + ' ' + path;
  }

  /// What stands at a path.
  sealed interface Match {
    record Found(Endpoint endpoint, Map<String, String> parts) implements Match {}

    record OtherMethods(List<String> allowed) implements Match {}

    record Nothing() implements Match {}
  }

  Match find(String method, String path) {
    var exact = Optional.ofNullable(literal.get(key(method, path)));
    return exact.isPresent() ? exact.get() : search(method, path);
  }

  private Match search(String method, String path) {
    var segments = split(path);
    var fitting = patterns.stream().filter(p -> parts(p.segments(), segments).isPresent()).toList();
    if (fitting.isEmpty()) {
      return new Match.Nothing();
    }
    return fitting.stream()
        .filter(p -> p.endpoint().method().equals(method))
        .findFirst()
        .<Match>map(p -> new Match.Found(p.endpoint(), parts(p.segments(), segments).orElseThrow()))
        .orElseGet(
            () ->
                new Match.OtherMethods(
                    fitting.stream().map(p -> p.endpoint().method()).sorted().toList()));
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
