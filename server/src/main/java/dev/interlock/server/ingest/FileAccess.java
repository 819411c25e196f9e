package dev.interlock.server.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/// The file system as walk and reader use it: four questions, nothing written. A port, so that a
/// test can put faults between (a file that vanishes, grows, or may not be read by anyone).
public interface FileAccess {
  /// What stands in a folder, in no order.
  List<Path> list(Path folder) throws IOException;

  /// What stands at a path. Never throws: failures are kinds.
  FileFacts look(Path path);

  /// The path with all links resolved.
  Path real(Path path) throws IOException;

  /// The bytes of a regular file. A link is refused.
  InputStream open(Path file) throws IOException;

  /// The file system of this machine.
  static FileAccess disk() {
    return DiskAccess.INSTANCE;
  }
}
