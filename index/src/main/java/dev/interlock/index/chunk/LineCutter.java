package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.List;

/// Cuts a stretch of lines that is too large for one chunk and has no inner structure that we know:
/// where a blank line goes before and the indent is least.
final class LineCutter {
  /// Parts of a stretch that needs no more than these are made equal, so that no short rest stays.
  private static final int EQUAL_PARTS = 4;

  private static final int NO_BLANK_BEFORE = 8;
  private static final int DEEPEST_INDENT = 60;

  private final Lines lines;
  private final Limits limits;

  LineCutter(Lines lines, Limits limits) {
    this.lines = lines;
    this.limits = limits;
  }

  /// Parts of about the target or less; a single line may be more.
  List<Piece> cut(Piece piece) {
    var parts = new ArrayList<Piece>();
    int from = lines.skipBlank(piece.from(), piece.to());
    while (from < piece.to()) {
      int to = end(from, piece.to());
      parts.add(new Piece(from, to, piece.scope(), piece.own()));
      from = lines.skipBlank(to, piece.to());
    }
    return parts;
  }

  private int end(int from, int to) {
    int rest = lines.size(from, to);
    if (rest <= limits.target()) {
      return to;
    }
    int parts = Math.ceilDiv(rest, limits.target());
    int goal = parts > EQUAL_PARTS ? limits.target() : Math.ceilDiv(rest, parts);
    int last = from + 1;
    while (last < to && lines.size(from, last + 1) <= limits.target()) {
      last++;
    }
    return best(from, last, to, goal);
  }

  /// The cheapest border of those near the goal; the last one that fits where there is none.
  private int best(int from, int last, int to, int goal) {
    int best = last;
    int least = Integer.MAX_VALUE;
    for (int at = last; at > from && lines.size(from, at) * 5 >= goal * 3; at--) {
      int off = Math.abs(lines.size(from, at) - goal) * 4 / goal;
      int cost = at == to ? 0 : border(at) + off;
      if (cost < least) {
        least = cost;
        best = at;
      }
    }
    return best;
  }

  private int border(int line) {
    if (lines.held(line) || lines.blank(line)) {
      return DEEPEST_INDENT + NO_BLANK_BEFORE + 1;
    }
    int indent = Math.min(DEEPEST_INDENT, lines.indent(line));
    return indent + (lines.blank(line - 1) ? 0 : NO_BLANK_BEFORE);
  }
}
