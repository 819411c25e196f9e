package dev.interlock.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/// Messages on a stream of bytes, one a line. Bytes, since a message is UTF-8 whatever the
/// machine's own encoding is (C86).
final class McpLines {
  /// Bytes of the longest message that the server takes.
  private static final int LONGEST = 16 << 20;

  private McpLines() {}

  /// Hands over each line that is not blank, until the stream ends.
  ///
  /// @throws IOException if it breaks, or a line is too long
  static void each(InputStream in, Consumer<byte[]> taker) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        hand(line, taker);
      } else if (line.size() == LONGEST) {
        throw new IOException("a message is longer than %d bytes".formatted(LONGEST));
      } else {
        line.write(next);
      }
    }
    hand(line, taker);
  }

  private static void hand(ByteArrayOutputStream line, Consumer<byte[]> taker) {
    var bytes = line.toByteArray();
    line.reset();
    for (byte b : bytes) {
      if (b != ' ' && b != '\r' && b != '\t') {
        taker.accept(bytes);
        return;
      }
    }
  }
}
