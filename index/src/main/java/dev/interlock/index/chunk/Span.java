package dev.interlock.index.chunk;

import org.treesitter.TSNode;

/// Where a node lies.
///
/// @param start offset of its first character
/// @param line line of its first character, 0-based
/// @param lastLine line of its last character
record Span(int start, int line, int lastLine) {
  /// The span of a node, a line end at its own end left out.
  static Span of(TSNode node, Lines lines, int bytesPerChar) {
    int start = node.getStartByte() / bytesPerChar;
    int end = node.getEndByte() / bytesPerChar;
    int line = lines.at(start);
    return new Span(start, line, end <= start ? line : lines.at(end - 1));
  }
}
