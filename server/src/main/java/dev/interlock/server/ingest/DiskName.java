package dev.interlock.server.ingest;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;

/// The name of a file in two forms: the bytes on disk, which ignore rules see, and the composed
/// text that names the document.
///
/// `Path.toString` decodes by the locale, so that under `LANG=C` every name beyond ASCII would be
/// lost. The URI form gives the bytes themselves in every locale.
///
/// @param bytes one char for each byte (ISO 8859-1), as ignore rules compare them
/// @param text UTF-8 decoded, NFC; bytes that are no UTF-8 are U+FFFD
record DiskName(String bytes, String text) {
  /// The last part of a path, which must be absolute.
  static DiskName of(Path file) {
    Path last = file.getFileName();
    if (last == null) {
      return new DiskName("", "");
    }
    String plain = last.toString();
    return plain.chars().allMatch(c -> c < 0x80)
        ? new DiskName(plain, plain)
        : ofBytes(lastPart(file.toUri().getRawPath()));
  }

  /// Whether the name on disk is the document's name.
  boolean composed() {
    return text.equals(decode(bytes));
  }

  private static DiskName ofBytes(String bytes) {
    return new DiskName(bytes, Normalizer.normalize(decode(bytes), Normalizer.Form.NFC));
  }

  /// Bytes as text, not composed.
  static String decode(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String lastPart(String rawPath) {
    // a folder's URI ends with a slash
    String path = rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
    return unescape(path.substring(path.lastIndexOf('/') + 1));
  }

  private static String unescape(String part) {
    var out = new StringBuilder(part.length());
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) == '%') {
        out.append((char) Integer.parseInt(part, i + 1, i + 3, 16));
        i += 2;
      } else {
        out.append(part.charAt(i));
      }
    }
    return out.toString();
  }
}
