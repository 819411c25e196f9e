package dev.interlock.server.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Where git keeps what a walk needs: the top of a repository and its `info/exclude`. Knows linked
/// worktrees and submodules, whose `.git` is a file.
final class Repository {
  private static final String GIT = ".git";
  private static final String POINTER = "gitdir: ";
  private static final int POINTER_MAX_BYTES = 10_000;

  private Repository() {}

  /// The nearest folder at or above a folder where a repository begins.
  static Optional<Path> topOf(FileAccess files, Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (begins(files, at)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /// The `info/exclude` of the repository that begins in a folder; no rules if none does.
  static IgnoreFile excludeOf(FileAccess files, Path folder) {
    return gitFolder(files, folder)
        .map(git -> IgnoreFile.read(files, commonFolder(files, git).resolve("info/exclude")))
        .orElse(IgnoreFile.NONE);
  }

  private static boolean begins(FileAccess files, Path folder) {
    return gitFolder(files, folder)
        .filter(git -> files.look(git.resolve("HEAD")).kind() == FileFacts.Kind.FILE)
        .isPresent();
  }

  private static Optional<Path> gitFolder(FileAccess files, Path folder) {
    Path git = folder.resolve(GIT);
    return switch (files.look(git).kind()) {
      case FOLDER, LINK -> Optional.of(git);
      case FILE ->
          line(files, git)
              .filter(line -> line.startsWith(POINTER))
              .flatMap(line -> resolved(folder, line.substring(POINTER.length())));
      case OTHER, GONE, UNREADABLE -> Optional.empty();
    };
  }

  /// A linked worktree shares the folder that its `commondir` names.
  private static Path commonFolder(FileAccess files, Path git) {
    return line(files, git.resolve("commondir"))
        .flatMap(common -> resolved(git, common))
        .orElse(git);
  }

  private static Optional<Path> resolved(Path base, String path) {
    try {
      return Optional.of(base.resolve(path).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> line(FileAccess files, Path file) {
    if (files.look(file).kind() != FileFacts.Kind.FILE) {
      return Optional.empty();
    }
    try (InputStream in = files.open(file)) {
      return new String(in.readNBytes(POINTER_MAX_BYTES), StandardCharsets.UTF_8)
          .lines()
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
