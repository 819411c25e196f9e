package dev.interlock.server.files;

import dev.interlock.core.error.ApiError;
import dev.interlock.index.chunk.Languages;
import dev.interlock.runtime.store.FileEntry;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.runtime.store.Project;
import dev.interlock.server.http.Rejected;
import dev.interlock.server.ingest.FileStamp;
import dev.interlock.server.ingest.Finder;
import dev.interlock.server.ingest.Hashes;
import dev.interlock.server.ingest.ReadOutcome;
import dev.interlock.server.ingest.SourceReader;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads files of indexed roots: only paths that a manifest holds, never through a link, so that
/// nothing outside a root can be read (A18, C79).
///
/// Thread: any; blocks on the disk.
public final class FileService {
  /// Lines of the longest answer.
  public static final int MOST_LINES = 2_000;

  /// Characters after which an answer takes no further line.
  static final int MOST_CHARS = 200_000;

  private static final int MOST_NAMED = 5;

  private final ManifestStore manifest;
  private final Finder finder;
  private final SourceReader reader;

  public FileService(ManifestStore manifest, Finder finder, SourceReader reader) {
    this.manifest = manifest;
    this.finder = finder;
    this.reader = reader;
  }

  /// Reads lines of a file as they stand now.
  ///
  /// @throws Rejected 400 for what is no path or no span, 404 for a project, a path or lines that
  ///   are not there
  public FileView read(ReadRequest request) {
    var path = path(request.path());
    var project = project(request.project(), path);
    var entry = manifest.file(project.name(), path).orElseThrow(() -> unknown(project, path));
    var found = finder.find(Path.of(project.root()), path).orElseThrow(() -> gone(project, path));
    return switch (reader.read(found)) {
      case ReadOutcome.Skipped skipped ->
          throw stale(
              "%s was text when it was indexed and is %s now"
                  .formatted(path, skipped.reason().word()));
      case ReadOutcome.Text text -> view(new Read(project, entry, text.text()), request);
    };
  }

  /// A root with what its manifest holds.
  ///
  /// @param chunks rows that the whole root makes
  public record Contents(String name, String root, long files, long chunks) {}

  /// All roots, by name.
  public List<Contents> projects() {
    return manifest.projects().stream()
        .map(
            p ->
                new Contents(
                    p.name(), p.root(), manifest.fileCount(p.name()), manifest.expected(p.name())))
        .toList();
  }

  private record Read(Project project, FileEntry entry, String text) {
    boolean stale() {
      return !Hashes.of(text).equals(entry.hash());
    }
  }

  private static FileView view(Read read, ReadRequest request) {
    var lines = lines(read.text());
    boolean stale = read.stale();
    int start = request.startLine().orElse(1);
    int asked = request.endLine().orElse(Math.max(start, lines.size()));
    if (start < 1 || asked < start) {
      throw new Rejected(
          ApiError.invalid(
              "invalid_value",
              "lines",
              "lines are %d to %d".formatted(start, asked),
              "lines count from 1, and the last is not before the first"));
    }
    if (start > lines.size()) {
      throw beyond(read, start, lines.size(), stale);
    }
    int end = end(lines, start, Math.min(asked, lines.size()));
    var entry = read.entry();
    return new FileView(
        read.project().name(),
        entry.path(),
        start,
        end,
        lines.size(),
        Languages.of(entry.path()),
        String.join("\n", lines.subList(start - 1, end)),
        stale,
        indexed(entry));
  }

  /// Lines as the chunks count them: each ends at `\n`, a `\r` before it is no part of it.
  private static List<String> lines(String text) {
    var lines = text.split("\n", -1);
    int count = text.endsWith("\n") ? lines.length - 1 : lines.length;
    return Arrays.stream(lines, 0, count).map(FileService::withoutReturn).toList();
  }

  private static String withoutReturn(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private static int end(List<String> lines, int start, int asked) {
    int end = start;
    int chars = lines.get(start - 1).length();
    while (end < asked && end - start + 1 < MOST_LINES) {
      chars += 1 + lines.get(end).length();
      if (chars > MOST_CHARS) {
        break;
      }
      end++;
    }
    return end;
  }

  private static FileView.Indexed indexed(FileEntry entry) {
    return new FileView.Indexed(
        entry.table().word(), entry.size(), FileStamp.modifiedAt(entry.stamp()), entry.hash());
  }

  /// The path in the manifest's own spelling.
  private static String path(String given) {
    var path = Normalizer.normalize(given, Normalizer.Form.NFC);
    boolean outside =
        path.startsWith("/")
            || path.matches("[A-Za-z]:[\\\\/].*")
            || Arrays.stream(path.split("/", -1))
                .anyMatch(p -> p.isEmpty() || p.equals(".") || p.equals(".."));
    if (outside) {
      throw new Rejected(
          ApiError.invalid(
              "invalid_value",
              "path",
              "path is '%s'".formatted(given),
              "give the path below its root, as a search shows it"));
    }
    return path;
  }

  private Project project(Optional<String> named, String path) {
    if (named.isPresent()) {
      return manifest.project(named.get()).orElseThrow(() -> unknownProject(named.get()));
    }
    var having = manifest.projectsWith(path);
    if (having.size() > 1) {
      throw new Rejected(
          ApiError.invalid(
              "ambiguous_path",
              "project",
              "several projects have a file " + path,
              "name one: " + String.join(", ", having)));
    }
    return having.stream()
        .findFirst()
        .flatMap(manifest::project)
        .orElseThrow(() -> notIndexed("no project has a file " + path, path));
  }

  private Rejected unknownProject(String name) {
    var names = manifest.projects().stream().map(Project::name).toList();
    return notFound(
        "no_such_project",
        "no project is called " + name,
        names.isEmpty()
            ? "nothing is indexed yet; run `interlock index DIR`"
            : "there are: " + String.join(", ", names));
  }

  private Rejected unknown(Project project, String path) {
    return notIndexed("project %s has no file %s".formatted(project.name(), path), path);
  }

  private Rejected notIndexed(String message, String path) {
    var name = path.substring(path.lastIndexOf('/') + 1);
    var like =
        manifest.endingWith(name, MOST_NAMED).stream()
            .map(f -> "%s (%s)".formatted(f.path(), f.project()))
            .collect(Collectors.joining(", "));
    return notFound(
        "no_such_file",
        message,
        "only indexed files can be read; "
            + (like.isEmpty() ? "a search shows their paths" : "there is " + like));
  }

  private static Rejected gone(Project project, String path) {
    return notFound(
        "gone",
        "%s of project %s was indexed and is no more on disk".formatted(path, project.name()),
        "`interlock index %s` brings the index up to date".formatted(project.root()));
  }

  private static Rejected beyond(Read read, int start, int total, boolean stale) {
    var message = "%s has %d lines, line %d was asked".formatted(read.entry().path(), total, start);
    return stale
        ? stale(message + "; it changed after it was indexed")
        : new Rejected(
            ApiError.invalid("invalid_value", "lines", message, "allowed: 1 to " + total));
  }

  private static Rejected stale(String message) {
    return notFound("stale", message, "search again, or bring the index up to date");
  }

  private static Rejected notFound(String code, String message, String hint) {
    return new Rejected(ApiError.notFound(code, message, hint));
  }
}
