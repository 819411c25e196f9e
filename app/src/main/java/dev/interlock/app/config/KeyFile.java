package dev.interlock.app.config;

import dev.interlock.app.config.KeySources.Content;
import dev.interlock.runtime.upstream.HostKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A file that holds a key, read as far as a key can reach.
final class KeyFile {
  /// Room for more line breaks than an editor leaves.
  private static final int MOST_BYTES = HostKey.LONGEST + 64;

  static Content read(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return new Content.Unreadable("is no regular file");
    }
    try (var in = Files.newInputStream(file)) {
      return new Content.Text(new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException _) {
      return new Content.Unreadable("is not there");
    } catch (AccessDeniedException _) {
      return new Content.Unreadable("may not be read by this user");
    } catch (IOException e) {
      return new Content.Unreadable("can't be read (%s)".formatted(e.getMessage()));
    }
  }

  private KeyFile() {}
}
