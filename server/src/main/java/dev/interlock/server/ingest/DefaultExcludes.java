package dev.interlock.server.ingest;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// Folders of dependencies, caches and build output that are left out where no ignore file speaks
/// of them (C90). Only what can be told safely: by a name that nobody gives to sources, by a file
/// that the tool leaves inside, or by the build file that stands beside.
final class DefaultExcludes {
  private static final Set<String> NAMES =
      Set.of(
          // dependencies
          "node_modules",
          "bower_components",
          "jspm_packages",
          ".venv",
          ".eggs",
          "elm-stuff",
          // caches and output
          "__pycache__",
          ".tox",
          ".nox",
          ".mypy_cache",
          ".pytest_cache",
          ".ruff_cache",
          ".ipynb_checkpoints",
          ".gradle",
          ".next",
          ".nuxt",
          ".svelte-kit",
          ".turbo",
          ".parcel-cache",
          ".angular",
          ".dart_tool",
          ".terraform",
          ".stack-work",
          "dist-newstyle",
          ".zig-cache",
          "zig-cache",
          ".bloop",
          ".metals",
          ".cache",
          // editors and other version control
          ".idea",
          ".vs",
          ".hg",
          ".svn",
          ".bzr",
          ".jj",
          "CVS",
          "_darcs");

  /// Folder name to the build files that make it output when one stands beside it.
  private static final Map<String, List<String>> BESIDE =
      Map.of(
          "build", List.of("build.gradle", "build.gradle.kts", "settings.gradle"),
          "dist", List.of("package.json", "pyproject.toml", "setup.py"),
          "target", List.of("pom.xml", "Cargo.toml", "build.sbt"),
          "_build", List.of("mix.exs", "dune-project"),
          "deps", List.of("mix.exs"),
          ".build", List.of("Package.swift"),
          "Pods", List.of("Podfile"));

  /// Files that a tool leaves in a folder of its own: a Python environment, and anything marked by
  /// the cache directory convention (bford.info/cachedir).
  private static final Set<String> INSIDE = Set.of("pyvenv.cfg", "CACHEDIR.TAG");

  /// Manifests that Go and Composer leave in `vendor`.
  private static final Set<String> VENDORED = Set.of("modules.txt", "autoload.php");

  private DefaultExcludes() {}

  /// Whether name and neighbours tell it.
  ///
  /// @param path of the folder, `/` between parts
  /// @param siblings names of all that stands beside it
  static boolean byName(String path, Set<String> siblings) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return NAMES.contains(name)
        || BESIDE.getOrDefault(name, List.of()).stream().anyMatch(siblings::contains)
        || (name.equals("target") && !inSources(path));
  }

  /// Whether what the folder holds tells it.
  static boolean byContent(String path, Set<String> children) {
    return children.stream().anyMatch(INSIDE::contains)
        || (("/" + path).endsWith("/vendor") && children.stream().anyMatch(VENDORED::contains));
  }

  /// `src/main/java/app/target` is a package of that name.
  private static boolean inSources(String path) {
    return ("/" + path).contains("/src/");
  }
}
