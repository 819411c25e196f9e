package dev.interlock.server.ingest;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a file's name alone tells of its worth: lock files, source maps, minified scripts.
final class NameRules {
  private static final Set<String> LOCK_FILES =
      Set.of(
          "package-lock.json",
          "npm-shrinkwrap.json",
          "yarn.lock",
          "pnpm-lock.yaml",
          "bun.lock",
          "deno.lock",
          "Cargo.lock",
          "go.sum",
          "go.work.sum",
          "poetry.lock",
          "uv.lock",
          "pdm.lock",
          "Pipfile.lock",
          "composer.lock",
          "Gemfile.lock",
          "Podfile.lock",
          "pubspec.lock",
          "mix.lock",
          "flake.lock",
          "packages.lock.json",
          "gradle.lockfile");

  private static final Pattern SOURCE_MAP = Pattern.compile(".*\\.(js|mjs|cjs|css|ts)\\.map");
  private static final Pattern MINIFIED = Pattern.compile(".*[.-]min\\.(js|mjs|cjs|css|svg|json)");

  private NameRules() {}

  /// The reason to leave out a file of this name (its last part); empty if there is none.
  static Optional<SkipReason> judge(String name) {
    if (LOCK_FILES.contains(name)
        || (name.endsWith(".map") && SOURCE_MAP.matcher(name).matches())) {
      return Optional.of(SkipReason.GENERATED);
    }
    return name.contains("min.") && MINIFIED.matcher(name).matches()
        ? Optional.of(SkipReason.MINIFIED)
        : Optional.empty();
  }
}
