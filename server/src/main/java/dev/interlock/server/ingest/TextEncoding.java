package dev.interlock.server.ingest;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// How a file's bytes become text: by the byte-order mark at its start, else UTF-8.
enum TextEncoding {
  // the UTF-32 mark begins with the UTF-16 one, so it stands first
  UTF_32LE(StandardCharsets.UTF_32LE, "\u00ff\u00fe\0\0"),
  UTF_32BE(StandardCharsets.UTF_32BE, "\0\0\u00fe\u00ff"),
  UTF_16LE(StandardCharsets.UTF_16LE, "\u00ff\u00fe"),
  UTF_16BE(StandardCharsets.UTF_16BE, "\u00fe\u00ff"),
  UTF_8_MARKED(StandardCharsets.UTF_8, "\u00ef\u00bb\u00bf"),
  UTF_8(StandardCharsets.UTF_8, "");

  private static final int LONGEST_MARK = 4;

  private final Charset charset;
  private final String mark;

  TextEncoding(Charset charset, String mark) {
    this.charset = charset;
    this.mark = mark;
  }

  static TextEncoding of(byte[] head) {
    int length = Math.min(LONGEST_MARK, head.length);
    String start = new String(head, 0, length, StandardCharsets.ISO_8859_1);
    for (TextEncoding encoding : values()) {
      if (start.startsWith(encoding.mark)) {
        return encoding;
      }
    }
    throw new AssertionError("UTF-8 without a mark begins every file");
  }

  Charset charset() {
    return charset;
  }

  /// Bytes of the mark.
  int markBytes() {
    return mark.length();
  }

  /// Most bytes that one mistake may cost.
  int unitBytes() {
    return switch (this) {
      case UTF_16LE, UTF_16BE -> 2;
      case UTF_32LE, UTF_32BE, UTF_8_MARKED, UTF_8 -> 4;
    };
  }

  /// Whether a NUL byte is part of plain text.
  boolean wide() {
    return switch (this) {
      case UTF_32LE, UTF_32BE, UTF_16LE, UTF_16BE -> true;
      case UTF_8_MARKED, UTF_8 -> false;
    };
  }
}
