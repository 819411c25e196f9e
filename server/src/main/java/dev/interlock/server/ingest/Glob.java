package dev.interlock.server.ingest;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// A pattern of an ignore file, matched over bytes as git does it: `*` and `?` stop at `/`, `**`
/// between slashes crosses them, sets in brackets never match `/`.
///
/// Matching walks a set of pattern positions along the text (Thompson 1968): O(pattern x text)
/// whatever the pattern, no recursion, so that a hostile `*a*a*a*b` costs nothing.
final class Glob {
  /// One step of a pattern.
  sealed interface Piece {
    /// One byte out of a set.
    record One(BitSet bytes) implements Piece {}

    /// Any number of bytes.
    ///
    /// @param crosses whether `/` is among them
    /// @param optional whether this and the slash after it may be left out together
    record Many(boolean crosses, boolean optional) implements Piece {}
  }

  private final List<Piece> pieces;

  private Glob(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /// Compiles a pattern given as bytes; empty if it can't match anything (an open bracket, an
  /// unknown class, a backslash at the end).
  static Optional<Glob> compile(String pattern) {
    var pieces = new ArrayList<Piece>();
    int at = 0;
    while (at < pattern.length()) {
      switch (pattern.charAt(at)) {
        case '*' -> at = stars(pattern, at, pieces);
        case '?' -> {
          pieces.add(new Piece.One(allButSlash()));
          at++;
        }
        case '[' -> {
          Optional<GlobSet.Parsed> set = GlobSet.parse(pattern, at);
          if (set.isEmpty()) {
            return Optional.empty();
          }
          pieces.add(new Piece.One(set.get().bytes()));
          at = set.get().end();
        }
        case '\\' -> {
          if (at + 1 == pattern.length()) {
            return Optional.empty();
          }
          pieces.add(literal(pattern.charAt(at + 1)));
          at += 2;
        }
        default -> pieces.add(literal(pattern.charAt(at++)));
      }
    }
    return Optional.of(new Glob(pieces));
  }

  /// Whether the whole text matches.
  boolean matches(String text) {
    var now = new BitSet(pieces.size() + 1);
    reach(now, 0);
    for (int i = 0; i < text.length() && !now.isEmpty(); i++) {
      now = step(now, text.charAt(i));
    }
    return now.get(pieces.size());
  }

  private BitSet step(BitSet now, char byteRead) {
    var next = new BitSet(pieces.size() + 1);
    for (int p = now.nextSetBit(0); p >= 0 && p < pieces.size(); p = now.nextSetBit(p + 1)) {
      switch (pieces.get(p)) {
        case Piece.One(BitSet bytes) -> {
          if (bytes.get(byteRead)) {
            reach(next, p + 1);
          }
        }
        case Piece.Many(boolean crosses, boolean _) -> {
          if (crosses || byteRead != '/') {
            stay(next, p);
          }
        }
      }
    }
    return next;
  }

  /// Adds a position that was just come to, with those that need no further byte.
  private void reach(BitSet positions, int p) {
    if (p < pieces.size() && pieces.get(p) instanceof Piece.Many(boolean _, boolean optional)) {
      if (optional) {
        reach(positions, p + 2);
      }
      stay(positions, p);
    } else {
      positions.set(p);
    }
  }

  /// Adds a position that has eaten at least one byte: it may go on, but not be left out any more.
  private void stay(BitSet positions, int p) {
    positions.set(p);
    reach(positions, p + 1);
  }

  private static int stars(String pattern, int start, List<Piece> pieces) {
    int end = start;
    while (end < pattern.length() && pattern.charAt(end) == '*') {
      end++;
    }
    boolean alone =
        end - start > 1
            && (start == 0 || pattern.charAt(start - 1) == '/')
            && (end == pattern.length()
                || pattern.startsWith("/", end)
                || pattern.startsWith("\\/", end));
    pieces.add(new Piece.Many(alone, alone && pattern.startsWith("/", end)));
    return end;
  }

  private static Piece literal(char c) {
    var one = new BitSet();
    one.set(c);
    return new Piece.One(one);
  }

  private static BitSet allButSlash() {
    var all = new BitSet();
    all.set(0, 256);
    all.clear('/');
    return all;
  }
}
