package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The walk over a root: tells of every file to read and of all that is left out, in the order of
/// paths (compared as strings).
///
/// Ignore rules are those of [Ignores]. `.git` is never entered. A link is not a document: what it
/// points to is met once, under its real path, or lies outside the root and is left out; so loops
/// end by themselves (C87).
///
/// Blocks on the disk, holds one folder's entries for each level in memory. Thread: any, one walk
/// at a time.
public final class Walk {
  private final FileAccess files;
  private final WalkRules rules;

  /// A walk over this machine's disk.
  public Walk(WalkRules rules) {
    this(FileAccess.disk(), rules);
  }

  /// A walk over any file system.
  public Walk(FileAccess files, WalkRules rules) {
    this.files = files;
    this.rules = rules;
  }

  /// Walks a root to its end. What the sink throws ends the walk and is thrown on.
  public WalkResult walk(Path root, Consumer<Walked> sink) {
    Path real;
    try {
      real = files.real(root);
    } catch (NoSuchFileException e) {
      return failed(RootProblem.MISSING);
    } catch (IOException e) {
      return failed(RootProblem.UNREADABLE);
    }
    return switch (files.look(real).kind()) {
      case FOLDER -> walkFolder(real, sink);
      case FILE, OTHER, LINK -> failed(RootProblem.NOT_A_FOLDER);
      case GONE -> failed(RootProblem.MISSING);
      case UNREADABLE -> failed(RootProblem.UNREADABLE);
    };
  }

  private WalkResult walkFolder(Path root, Consumer<Walked> sink) {
    Set<Path> own = own();
    if (own.stream().anyMatch(root::startsWith)) {
      return failed(RootProblem.OWN_STATE);
    }
    var course = new WalkCourse(files, new WalkCourse.Plan(root, rules, own), sink);
    try {
      course.run();
    } catch (IOException e) {
      return failed(
          e instanceof NoSuchFileException ? RootProblem.MISSING : RootProblem.UNREADABLE);
    }
    WalkCounts counts = course.counts();
    return counts.found() == 0
        ? new WalkResult.Failed(RootProblem.EMPTY, counts)
        : new WalkResult.Finished(counts);
  }

  /// Interlock's own folders as the walk will meet them, links resolved where they exist.
  private Set<Path> own() {
    var real = new HashSet<Path>();
    for (Path path : rules.own()) {
      Path absolute = path.toAbsolutePath().normalize();
      try {
        real.add(files.real(absolute));
      } catch (IOException e) {
        real.add(absolute);
      }
    }
    return real;
  }

  private static WalkResult failed(RootProblem problem) {
    return new WalkResult.Failed(problem, WalkCounts.NONE);
  }
}
