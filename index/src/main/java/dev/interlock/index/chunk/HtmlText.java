package dev.interlock.index.chunk;

import java.util.List;

/// The text of a page, a line for each block of it, and where in the file each came from.
///
/// @param text lines that each end with `\n`
/// @param spans for each line the first and the last line of the file, 1-based
/// @param units a unit for each heading
record HtmlText(String text, int[] spans, List<Unit> units) {
  /// The text of a page; empty where it shows none.
  static HtmlText read(String html) {
    return new HtmlReader().read(html);
  }
}
