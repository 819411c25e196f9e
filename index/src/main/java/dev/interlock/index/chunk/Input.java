package dev.interlock.index.chunk;

import java.nio.charset.StandardCharsets;
import org.treesitter.TSInputEncoding;

/// A text as tree-sitter takes it, whose offsets are bytes. A text of ASCII alone is handed over as
/// UTF-8, where a byte is a character; any other as UTF-16, where two are: so no table of offsets
/// is needed.
///
/// @param bytesPerChar 1 or 2
record Input(byte[] bytes, int bytesPerChar) {
  static Input of(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return utf8.length == text.length()
        ? new Input(utf8, 1)
        : new Input(text.getBytes(StandardCharsets.UTF_16LE), 2);
  }

  TSInputEncoding encoding() {
    return bytesPerChar == 1
        ? TSInputEncoding.TSInputEncodingUTF8
        : TSInputEncoding.TSInputEncodingUTF16LE;
  }

  /// Fills a buffer from an offset on, never up to the middle of a surrogate pair; the number of
  /// bytes, 0 at the end.
  int read(byte[] into, int offset) {
    int n = Math.min(into.length, bytes.length - offset);
    if (n <= 0) {
      return 0;
    }
    System.arraycopy(bytes, offset, into, 0, n);
    boolean half = bytesPerChar == 2 && offset + n < bytes.length && (into[n - 1] & 0xFC) == 0xD8;
    return half ? n - 2 : n;
  }
}
