package dev.interlock.server.ingest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds a document on disk by the name that a walk gave it: part by part, no link followed, so
/// that nothing outside the root can be meant.
///
/// Thread: any, no state.
public final class Finder {
  private final FileAccess files;

  public Finder(FileAccess files) {
    this.files = files;
  }

  /// The file as a walk would find it now, empty if none stands there.
  ///
  /// @param root the root, an absolute path
  /// @param path a path of the manifest
  public Optional<Walked.Found> find(Path root, String path) {
    try {
      var folder = files.real(root);
      var parts = path.split("/", -1);
      for (int i = 0; i < parts.length - 1; i++) {
        var next = part(folder, parts[i]);
        if (next.isEmpty() || files.look(next.get()).kind() != FileFacts.Kind.FOLDER) {
          return Optional.empty();
        }
        folder = next.get();
      }
      return part(folder, parts[parts.length - 1]).flatMap(file -> found(path, file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<Walked.Found> found(String path, Path file) {
    var facts = files.look(file);
    return facts.kind() == FileFacts.Kind.FILE
        ? Optional.of(new Walked.Found(path, file, facts.stamp().size(), facts.stamp()))
        : Optional.empty();
  }

  /// Beyond ASCII the disk may spell a name otherwise, and a locale may not spell it at all.
  private Optional<Path> part(Path folder, String name) throws IOException {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return Optional.empty();
    }
    if (name.chars().allMatch(c -> c > 0 && c < 0x80)) {
      return Optional.of(folder.resolve(name));
    }
    return files.list(folder).stream()
        .map(file -> new Spelled(file, DiskName.of(file)))
        .filter(s -> s.name().text().equals(name))
        .min((a, b) -> Boolean.compare(b.name().composed(), a.name().composed()))
        .map(Spelled::file);
  }

  private record Spelled(Path file, DiskName name) {}
}
