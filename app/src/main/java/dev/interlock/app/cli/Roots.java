package dev.interlock.app.cli;

import java.io.IOException;
import java.nio.file.Path;

/// The one spelling of a root.
final class Roots {
  private Roots() {}

  /// The absolute path with links resolved; as given where nothing stands there, so that the job
  /// can say so.
  static Path real(Path folder) {
    var absolute = folder.toAbsolutePath().normalize();
    try {
      return absolute.toRealPath();
    } catch (IOException e) {
      return absolute;
    }
  }
}
