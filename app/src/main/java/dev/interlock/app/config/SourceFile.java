package dev.interlock.app.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The text of a file, or what is wrong with it.
final class SourceFile {
  /// Bytes; a real file of ours has a few thousand.
  static final int MOST_BYTES = 1 << 20;

  static Optional<String> read(Path file, Problems problems) {
    if (Files.isDirectory(file)) {
      problems.add(Place.FILE, "is a folder; name the file in it");
      return Optional.empty();
    }
    try (var in = Files.newInputStream(file)) {
      return bounded(in, problems).flatMap(bytes -> decode(bytes, problems));
    } catch (NoSuchFileException _) {
      problems.add(Place.FILE, "there is no such file");
    } catch (AccessDeniedException _) {
      problems.add(Place.FILE, "may not be read by this user");
    } catch (IOException e) {
      problems.add(Place.FILE, "can't be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  private static Optional<byte[]> bounded(InputStream in, Problems problems) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      problems.add(Place.FILE, "is larger than 1 MiB, so it is no settings file");
      return Optional.empty();
    }
    return Optional.of(bytes);
  }

  private static Optional<String> decode(byte[] bytes, Problems problems) {
    var in = ByteBuffer.wrap(bytes);
    var out = CharBuffer.allocate(bytes.length + 1);
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    try {
      var result = decoder.decode(in, out, true);
      if (result.isError()) {
        result.throwException();
      }
    } catch (CharacterCodingException _) {
      problems.add(new Place(lineOf(bytes, in.position()), 0, ""), "is not UTF-8 from here on");
      return Optional.empty();
    }
    return Optional.of(withoutByteOrderMark(out.flip().toString()));
  }

  private static int lineOf(byte[] bytes, int end) {
    int line = 1;
    for (int i = 0; i < end; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  private static String withoutByteOrderMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private SourceFile() {}
}
