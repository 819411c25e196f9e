package dev.interlock.server.ingest;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/// A file's bytes as text.
///
/// @param text without byte-order marks and NULs
/// @param bad places whose bytes are no text in that encoding; each is one U+FFFD (C84)
/// @param firstBad byte offset of the first in the file, -1 if there is none
/// @param nuls NULs, each replaced by U+FFFD too
record Decoded(String text, int bad, int firstBad, int nuls) {
  private static final char REPLACEMENT = '\ufffd';
  private static final char MARK = '\ufeff';

  /// Decodes a whole file.
  static Decoded of(byte[] bytes, TextEncoding encoding) {
    int mark = encoding.markBytes();
    var text = new String(bytes, mark, bytes.length - mark, encoding.charset());
    // most files are in order, and the library's own way takes a third of the memory
    boolean inOrder =
        text.indexOf(REPLACEMENT) < 0 && text.indexOf(MARK) < 0 && text.indexOf('\0') < 0;
    return inOrder ? new Decoded(text, 0, -1, 0) : mended(bytes, encoding);
  }

  private static Decoded mended(byte[] bytes, TextEncoding encoding) {
    var in = ByteBuffer.wrap(bytes, encoding.markBytes(), bytes.length - encoding.markBytes());
    var out = CharBuffer.allocate(in.remaining() + 1);
    CharsetDecoder decoder =
        encoding
            .charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    int bad = 0;
    int firstBad = -1;
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      firstBad = bad == 0 ? in.position() : firstBad;
      bad++;
      // Java calls a lone surrogate malformed together with the character after it, which is good
      int step = Math.min(result.length(), encoding.unitBytes());
      in.position(in.position() + Math.min(step, in.remaining()));
      out.put(REPLACEMENT);
      result = decoder.decode(in, out, true);
    }
    decoder.flush(out);
    return cleaned(out.flip(), bad, firstBad);
  }

  private static Decoded cleaned(CharBuffer chars, int bad, int firstBad) {
    char[] text = chars.array();
    int end = 0;
    int nuls = 0;
    for (int i = 0; i < chars.limit(); i++) {
      char c = text[i];
      if (c == '\0') {
        nuls++;
        text[end++] = REPLACEMENT;
      } else if (c != MARK) {
        text[end++] = c;
      }
    }
    return new Decoded(new String(text, 0, end), bad, firstBad, nuls);
  }
}
