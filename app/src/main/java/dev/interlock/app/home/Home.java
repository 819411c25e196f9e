package dev.interlock.app.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The folder that holds all state of one server: database, tables, admin token, unpacked
/// libraries.
///
/// @param folder an absolute path; made when a server first starts
public record Home(Path folder) {
  private static final int TOKEN_BYTES = 32;

  /// The home that a person means: the option, else `INTERLOCK_HOME`, else `~/.interlock`.
  public static Home of(Optional<Path> option, Optional<String> variable, String userHome) {
    var folder =
        option
            .or(() -> variable.filter(v -> !v.isBlank()).map(Path::of))
            .orElseGet(() -> Path.of(userHome, ".interlock"));
    return new Home(folder.toAbsolutePath().normalize());
  }

  /// The database of jobs, manifests, verdicts and anchors.
  public Path database() {
    return folder.resolve("interlock.db");
  }

  /// The tables.
  public Path tables() {
    return folder.resolve("tables");
  }

  /// Where libraries unpack their native code.
  public Path unpacked() {
    return folder.resolve("unpacked");
  }

  /// The same folder, made if absent.
  ///
  /// @throws IOException if it can't be made
  public Path makeUnpacked() throws IOException {
    return Files.createDirectories(unpacked());
  }

  /// The admin token's file, mode 600.
  public Path adminTokenFile() {
    return folder.resolve("admin-token");
  }

  private Path addressFile() {
    return folder.resolve("server-url");
  }

  /// The admin token, made at the first start.
  ///
  /// @throws IOException if it can't be read or written
  public String makeAdminToken(RandomGenerator random) throws IOException {
    var existing = adminToken();
    if (existing.isPresent()) {
      return existing.get();
    }
    var bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    var token = HexFormat.of().formatHex(bytes);
    writePrivately(adminTokenFile(), token + "\n");
    return token;
  }

  /// The admin token, empty before the first start.
  ///
  /// @throws IOException if it is there and can't be read
  public Optional<String> adminToken() throws IOException {
    return read(adminTokenFile());
  }

  /// Where this home's server answers, as it said at its start; it may have ended since.
  ///
  /// @throws IOException if it is there and can't be read
  public Optional<String> serverUrl() throws IOException {
    return read(addressFile());
  }

  /// Says where the server answers.
  ///
  /// @throws IOException if it can't be written
  public void announce(String url) throws IOException {
    writePrivately(addressFile(), url + "\n");
  }

  /// Takes the announcement back.
  ///
  /// @throws IOException if it can't be deleted
  public void withdraw() throws IOException {
    Files.deleteIfExists(addressFile());
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
          .filter(s -> !s.isEmpty());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private void writePrivately(Path file, String content) throws IOException {
    var part = Files.createTempFile(folder, file.getFileName().toString(), ".part");
    if (Files.getFileStore(part).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
    }
    Files.writeString(part, content, StandardCharsets.UTF_8);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
