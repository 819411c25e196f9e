package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.List;

/// Joins small units and cuts large ones, so that pieces come near the target.
///
/// A definition joins what stands before it only if the piece then starts at most five lines above
/// it: whoever is shown the piece has the definition before their eyes (C82), and an edit moves few
/// borders. Pieces never overlap and leave no line out.
final class Packer {
  private static final int LINES_ABOVE = 5;

  private final Lines lines;
  private final Limits limits;
  private final LineCutter cutter;
  private final List<Piece> pieces = new ArrayList<>();
  private List<Unit> units = List.of();

  /// The open piece: units `[openFrom, openTo)` of the list.
  private int openFrom;

  private int openTo;
  private int openStart;
  private int definitions;
  private Scope openScope = Scope.FILE;
  private String openOwn = "";

  Packer(Lines lines, Limits limits, LineCutter cutter) {
    this.lines = lines;
    this.limits = limits;
    this.cutter = cutter;
  }

  List<Piece> pack(List<Unit> outline) {
    units = outline;
    for (int i = 0; i < units.size(); i++) {
      if (isOpen() && !joins(i)) {
        close();
      }
      take(i);
    }
    if (isOpen()) {
      close();
    }
    return pieces;
  }

  private boolean isOpen() {
    return openTo > openFrom;
  }

  private int end(int unit) {
    return unit + 1 < units.size() ? units.get(unit + 1).from() : lines.count();
  }

  private void take(int i) {
    Unit unit = units.get(i);
    if (!isOpen()) {
      openFrom = i;
      openStart = lines.skipBlank(i == 0 ? 0 : unit.from(), end(i));
      openOwn = "";
      definitions = 0;
      openScope = unit.scope();
    } else if (unit.scope().within(openScope)) {
      openScope = unit.scope();
    }
    openTo = i + 1;
    if (unit.definition()) {
      definitions++;
      openOwn = unit.own();
    }
  }

  /// Whether a unit joins the open piece. A few lines in front of lines that are no definition join
  /// whatever comes of it: the whole is cut again, and no heading is left alone.
  private boolean joins(int i) {
    Unit unit = units.get(i);
    boolean tiny = definitions == 0 && size() < limits.tiny();
    boolean sameScope = unit.scope() == openScope || (tiny && unit.scope().within(openScope));
    boolean inSight = !unit.definition() || unit.definedAt() - openStart <= LINES_ABOVE;
    int joined = lines.size(openStart, end(i));
    boolean fits = joined <= (tiny ? limits.whole() : limits.target());
    return sameScope && inSight && (fits || (tiny && !unit.definition()));
  }

  private int size() {
    return lines.size(openStart, end(openTo - 1));
  }

  private void close() {
    int to = end(openTo - 1);
    openFrom = openTo;
    if (openStart >= to || joinsBefore(to)) {
      return;
    }
    var piece = new Piece(openStart, to, openScope, definitions == 1 ? openOwn : "");
    if (lines.size(openStart, to) <= limits.whole()) {
      pieces.add(piece);
    } else {
      pieces.addAll(cutter.cut(inside(piece)));
    }
  }

  /// A cut definition is around each of its parts.
  private static Piece inside(Piece piece) {
    Scope scope = piece.own().isEmpty() ? piece.scope() : piece.scope().enter(piece.own());
    return new Piece(piece.from(), piece.to(), scope, "");
  }

  /// A few lines behind a piece of the same definition go with it: a return, a closing bracket.
  private boolean joinsBefore(int to) {
    if (pieces.isEmpty() || definitions > 0 || lines.size(openStart, to) >= limits.tiny()) {
      return false;
    }
    Piece last = pieces.getLast();
    boolean near = last.scope().within(openScope) && lines.size(last.from(), to) <= limits.whole();
    if (near) {
      pieces.set(pieces.size() - 1, new Piece(last.from(), to, last.scope(), last.own()));
    }
    return near;
  }
}
