package dev.interlock.server.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A folder to walk in tests, and what a walk over it told.
record Tree(Path root) {
  /// A path below the root, by way of a URI, which can say every name in every locale.
  Path at(String path) {
    String base = root.toUri().getRawPath();
    return Path.of(
        URI.create("file://" + (base.endsWith("/") ? base : base + "/") + escaped(path)));
  }

  private static String escaped(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  Tree file(String path, String text) {
    return bytes(path, text.getBytes(StandardCharsets.UTF_8));
  }

  Tree bytes(String path, byte[] bytes) {
    try {
      Path file = at(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Files of a line each, named `PREFIX0` and so on.
  Tree files(String prefix, int count) {
    for (int i = 0; i < count; i++) {
      file(prefix + i + ".py", "x = " + i + "\n");
    }
    return this;
  }

  Tree link(String path, String target) {
    try {
      Path link = root.resolve(path);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Report walk() {
    return walk(WalkRules.DEFAULTS);
  }

  Report walk(WalkRules rules) {
    return walk(FileAccess.disk(), rules);
  }

  Report walk(FileAccess files, WalkRules rules) {
    var events = new ArrayList<Walked>();
    WalkResult result = new Walk(files, rules).walk(root, events::add);
    return new Report(List.copyOf(events), result);
  }

  /// What a walk told.
  record Report(List<Walked> events, WalkResult result) {
    List<String> found() {
      return events.stream().filter(Walked.Found.class::isInstance).map(Walked::path).toList();
    }

    /// Path to reason; a folder's path ends with `/`.
    Map<String, SkipReason> skipped() {
      var reasons = new TreeMap<String, SkipReason>();
      for (Walked event : events) {
        if (event
            instanceof Walked.Skipped(String path, SkipReason reason, long _, boolean folder)) {
          reasons.put(folder ? path + "/" : path, reason);
        }
      }
      return reasons;
    }

    Walked.Found found(String path) {
      return events.stream()
          .filter(e -> e instanceof Walked.Found && e.path().equals(path))
          .map(Walked.Found.class::cast)
          .findFirst()
          .orElseThrow(() -> new AssertionError(path + " not found in " + found()));
    }

    WalkCounts counts() {
      return switch (result) {
        case WalkResult.Finished(WalkCounts counts) -> counts;
        case WalkResult.Failed(RootProblem _, WalkCounts counts) -> counts;
      };
    }
  }
}
