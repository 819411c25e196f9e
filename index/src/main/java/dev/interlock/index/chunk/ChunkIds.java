package dev.interlock.index.chunk;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// Names the chunks of one file so that an edit elsewhere in it changes no name. Thread: confined.
final class ChunkIds {
  private static final int HEX_DIGITS = 32;

  private final MessageDigest sha = sha256();
  private final Map<String, Integer> seen = new HashMap<>();
  private final String project;
  private final String path;

  ChunkIds(String project, String path) {
    this.project = project;
    this.path = path;
  }

  /// The first 32 hex digits of the SHA-256 of a text in UTF-8.
  String hash(String text) {
    byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, HEX_DIGITS / 2);
  }

  /// The id of the next chunk with this hash: made of project, path, hash and how many of that hash
  /// came before it in the file.
  String next(String hash) {
    int occurrence = seen.merge(hash, 1, Integer::sum) - 1;
    return hash(project + '\0' + path + '\0' + hash + '\0' + occurrence);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
