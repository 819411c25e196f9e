package dev.interlock.server.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The disk with planted faults. It may refuse files and folders (what a system does to anyone but
/// root, who runs these tests in containers), and give other bytes than a look promised.
final class FaultyAccess implements FileAccess {
  private final FileAccess disk = FileAccess.disk();
  private final Set<Path> refused = new HashSet<>();
  private final Map<Path, InputStream> given = new HashMap<>();
  private final Set<Path> opened = new HashSet<>();

  /// Nobody may read it: a file can be looked at, but neither opened nor listed.
  FaultyAccess refuse(Path path) {
    refused.add(path);
    return this;
  }

  /// It gives these bytes when it is opened, whatever its size was.
  FaultyAccess give(Path path, byte[] bytes) {
    return give(path, new ByteArrayInputStream(bytes));
  }

  FaultyAccess give(Path path, InputStream bytes) {
    given.put(path, bytes);
    return this;
  }

  /// What was opened so far.
  Set<Path> opened() {
    return Set.copyOf(opened);
  }

  @Override
  public List<Path> list(Path folder) throws IOException {
    check(folder);
    return disk.list(folder);
  }

  @Override
  public FileFacts look(Path path) {
    return disk.look(path);
  }

  @Override
  public Path real(Path path) throws IOException {
    return disk.real(path);
  }

  @Override
  public InputStream open(Path file) throws IOException {
    opened.add(file);
    check(file);
    InputStream bytes = given.get(file);
    return bytes == null ? disk.open(file) : bytes;
  }

  private void check(Path path) throws AccessDeniedException {
    if (refused.contains(path)) {
      throw new AccessDeniedException(path.toString());
    }
  }
}
