package dev.interlock.server.ingest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All ignore rules that hold in one folder: from the top of the repository, or the root, down to
/// the folder. Immutable.
///
/// Order of force, the first that speaks decides: the `.interlockignore` files from the deepest up,
/// then the `.gitignore` files from the deepest up, each followed by the `info/exclude` of the
/// repository that begins in its folder. The user's own `core.excludesFile` is not read, so that a
/// root gives the same files to everyone. Whether git tracks a file plays no part.
final class Ignores {
  /// What the rules say of one path.
  enum Verdict {
    IGNORED,
    /// A `!` rule takes it in.
    TAKEN,
    /// No rule speaks of it.
    UNSAID
  }

  private record Level(String base, IgnoreFile own, IgnoreFile git, IgnoreFile exclude) {
    boolean silent() {
      return own.rules().isEmpty() && git.rules().isEmpty() && exclude.rules().isEmpty();
    }
  }

  private static final Ignores NONE = new Ignores(List.of());

  private final List<Level> levels;

  private Ignores(List<Level> levels) {
    this.levels = List.copyOf(levels);
  }

  /// The rules that come to a root from above it, with the root's path below the repository's top.
  ///
  /// @param base bytes, empty or ending with `/`
  record Start(Ignores ignores, String base) {}

  /// Reads the ignore files above a root up to the top of its repository, if it is in one. Whether
  /// these ignore the root itself is not asked: who names a root wants it.
  static Start above(FileAccess files, Path root) {
    Optional<Path> top = Repository.topOf(files, root);
    if (top.isEmpty()) {
      return new Start(NONE, "");
    }
    Ignores ignores = NONE;
    String base = "";
    Path folder = top.get();
    for (Path part : top.get().relativize(root)) {
      if (folder.equals(root)) {
        break;
      }
      ignores = ignores.entering(files, folder, base);
      folder = folder.resolve(part);
      base = base + DiskName.of(folder).bytes() + "/";
    }
    return new Start(ignores, base);
  }

  /// The rules inside a folder: these and its own.
  ///
  /// @param base the folder's path below the top, bytes, empty or ending with `/`
  Ignores entering(FileAccess files, Path folder, String base) {
    var level =
        new Level(
            base,
            IgnoreFile.read(files, folder.resolve(".interlockignore")),
            IgnoreFile.read(files, folder.resolve(".gitignore")),
            Repository.excludeOf(files, folder));
    if (level.silent()) {
      return this;
    }
    var deeper = new ArrayList<>(levels);
    deeper.add(level);
    return new Ignores(deeper);
  }

  /// What the rules say of a path whose parents are not ignored.
  ///
  /// @param path below the top, bytes
  Verdict verdict(String path, boolean folder) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    for (Level level : levels.reversed()) {
      Optional<IgnoreRule> rule = level.own().last(below(level, path), name, folder);
      if (rule.isPresent()) {
        return said(rule.get());
      }
    }
    for (Level level : levels.reversed()) {
      String below = below(level, path);
      Optional<IgnoreRule> rule =
          level.git().last(below, name, folder).or(() -> level.exclude().last(below, name, folder));
      if (rule.isPresent()) {
        return said(rule.get());
      }
    }
    return Verdict.UNSAID;
  }

  private static String below(Level level, String path) {
    return path.substring(level.base().length());
  }

  private static Verdict said(IgnoreRule rule) {
    return rule.negated() ? Verdict.TAKEN : Verdict.IGNORED;
  }
}
