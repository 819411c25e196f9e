package dev.interlock.index.chunk;

import org.treesitter.TSNode;

/// Where the nodes of a tree lie in the text of the file.
///
/// @param bytesPerChar of the text as the parser saw it
record Places(Lines lines, Skeleton skeleton, int bytesPerChar) {
  /// Where a node lies.
  ///
  /// @param start offset of its first character
  /// @param line line of its first character, 0-based
  /// @param lastLine line of its last character
  record Span(int start, int line, int lastLine) {}

  Span span(TSNode node) {
    int start = start(node);
    int line = lines.at(start);
    int end = end(node);
    return new Span(start, line, end <= start ? line : lines.at(end - 1));
  }

  /// The text of a node.
  String text(TSNode node) {
    int start = start(node);
    return lines.text().substring(start, Math.max(start, end(node)));
  }

  private int start(TSNode node) {
    return skeleton.whole(node.getStartByte() / bytesPerChar);
  }

  private int end(TSNode node) {
    int end = node.getEndByte() / bytesPerChar;
    return end == 0 ? 0 : skeleton.whole(end - 1) + 1;
  }
}
