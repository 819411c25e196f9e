package dev.interlock.server.mcp;

import java.util.List;
import java.util.stream.Stream;

/// Revisions of the protocol.
final class Versions {
  /// The one whose requests stand alone.
  static final String STANDALONE = "2026-07-28";

  /// Those with a handshake, oldest first.
  static final List<String> HANDSHAKE =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

  /// All, newest first.
  static final List<String> ALL =
      Stream.concat(Stream.of(STANDALONE), HANDSHAKE.reversed().stream()).toList();

  static final String HEADER = "mcp-protocol-version";

  /// Where a request that stands alone names its revision.
  static final String META = "io.modelcontextprotocol/protocolVersion";

  private Versions() {}
}
