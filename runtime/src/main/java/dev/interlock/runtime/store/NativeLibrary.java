package dev.interlock.runtime.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.sqlite.util.OSInfo;

/// SQLite's own code, unpacked once into a folder of ours.
///
/// The driver would unpack it anew at every start, compare it byte by byte, and leave a copy behind
/// after each kill; that costs about 110 ms of CPU a start. Counts for the first database of a
/// process only: a loaded library stays.
final class NativeLibrary {
  private NativeLibrary() {}

  /// Makes the driver load from the folder.
  ///
  /// @throws UncheckedIOException if the folder can't be written
  static synchronized void prepare(Path folder) {
    var name = System.mapLibraryName("sqlitejdbc");
    var packed = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
    try (var in = OSInfo.class.getResourceAsStream(packed)) {
      Files.createDirectories(folder);
      // Where the driver unpacks by itself, should it not find what we offer.
      System.setProperty("org.sqlite.tmpdir", folder.toString());
      if (in != null) {
        unpack(in.readAllBytes(), folder.resolve(name));
        System.setProperty("org.sqlite.lib.path", folder.toAbsolutePath().toString());
        System.setProperty("org.sqlite.lib.name", name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't unpack SQLite into " + folder, e);
    }
  }

  private static void unpack(byte[] library, Path target) throws IOException {
    if (Files.isRegularFile(target) && Arrays.equals(Files.readAllBytes(target), library)) {
      return;
    }
    // Moved into place whole, so that a process that has the old one loaded keeps it.
    var part = Files.createTempFile(target.toAbsolutePath().getParent(), "sqlite", ".part");
    Files.write(part, library);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
