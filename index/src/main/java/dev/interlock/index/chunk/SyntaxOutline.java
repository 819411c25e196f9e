package dev.interlock.index.chunk;

import dev.interlock.index.chunk.Places.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.treesitter.TSNode;
import org.treesitter.TSTreeCursor;

/// Reads the units off a syntax tree.
///
/// Walks with a cursor and a stack of its own, never by recursion, and opens only nodes that are
/// too large to be one unit: a file of small methods costs a visit per method. A unit starts only
/// at a node that is the first of its line, so units are whole lines. Comments that stand directly
/// above a node go with it.
final class SyntaxOutline {
  private static final int NONE = -1;
  private static final int NODES_PER_CLOCK_READING = 1024;

  /// An opened node.
  ///
  /// @param scope what is around its children
  /// @param wrapper whether its only business is the definition inside, which has its name already
  /// @param header line on which the definition itself starts, which is not cut off what leads to
  ///   it; -1 if it is none
  private record Frame(Scope scope, boolean wrapper, int header) {}

  private final Grammar grammar;
  private final Lines lines;
  private final NodeNames names;
  private final Places places;
  private final List<Unit> units = new ArrayList<>();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private int leadFrom = NONE;
  private int leadEnd = NONE;
  private boolean leadHolds;

  SyntaxOutline(Grammar grammar, Lines lines, Places places) {
    this.grammar = grammar;
    this.lines = lines;
    this.names = new NodeNames(grammar, places);
    this.places = places;
  }

  /// The units under a root; empty if the deadline passed first.
  Optional<List<Unit>> read(TSNode root, int whole, Deadline deadline) {
    frames.push(new Frame(Scope.FILE, false, NONE));
    try (var cursor = new TSTreeCursor(root)) {
      boolean more = cursor.gotoFirstChild();
      for (int visited = 1; more; visited++) {
        if (visited % NODES_PER_CLOCK_READING == 0 && deadline.passed()) {
          return Optional.empty();
        }
        Optional<Frame> open = visit(cursor.currentNode(), whole);
        if (open.isPresent() && cursor.gotoFirstChild()) {
          frames.push(open.get());
        } else {
          more = advance(cursor);
        }
      }
    }
    return Optional.of(withUnseen());
  }

  /// With the units that were kept from the parser.
  private List<Unit> withUnseen() {
    int[] unseen = places.skeleton().units();
    if (unseen.length == 0) {
      return units;
    }
    var all = new ArrayList<Unit>(units.size() + unseen.length);
    int next = 0;
    for (int start : unseen) {
      int line = lines.at(start);
      while (next < units.size() && units.get(next).from() < line) {
        all.add(units.get(next++));
      }
      all.add(Unit.plain(line, Scope.FILE));
    }
    all.addAll(units.subList(next, units.size()));
    return all;
  }

  /// To the next node that is not inside this one; false at the end.
  private boolean advance(TSTreeCursor cursor) {
    while (!cursor.gotoNextSibling()) {
      endLead();
      frames.pop();
      if (frames.isEmpty() || !cursor.gotoParent()) {
        return false;
      }
    }
    return true;
  }

  /// Takes a node in; a frame if it must be opened.
  private Optional<Frame> visit(TSNode node, int whole) {
    int symbol = node.getSymbol();
    Kind kind = grammar.kind(symbol);
    if (kind == Kind.MARK) {
      endLead();
      return Optional.empty();
    }
    var span = places.span(node);
    if (kind == Kind.COMMENT || kind == Kind.ATTRIBUTE) {
      lead(span, kind == Kind.ATTRIBUTE);
      return Optional.empty();
    }
    Frame around = frames.element();
    if (around.wrapper()) {
      boolean inner = kind != Kind.PLAIN;
      return inner && large(span, span.line(), whole)
          ? Optional.of(new Frame(around.scope(), kind == Kind.WRAPPER, span.line()))
          : Optional.empty();
    }
    return take(node, new Found(symbol, kind, span), whole);
  }

  private record Found(int symbol, Kind kind, Span span) {}

  private Optional<Frame> take(TSNode node, Found found, int whole) {
    Scope scope = frames.element().scope();
    Span span = found.span();
    boolean starts = startsLine(span);
    if (starts && leadFrom != NONE && !leadHolds && span.line() - leadEnd > 1) {
      endLead();
    }
    int from = starts && leadFrom != NONE ? leadFrom : span.line();
    boolean large = large(span, found.kind() == Kind.PLAIN ? span.line() : from, whole);
    if (!starts && !large) {
      return Optional.empty();
    }
    String own = names.of(node, found.symbol());
    if (large && own.isEmpty()) {
      if (starts && leadFrom == NONE) {
        add(Unit.plain(from, scope));
      }
      return Optional.of(new Frame(scope, false, NONE));
    }
    leadFrom = NONE;
    if (!large) {
      add(new Unit(from, scope, own, span.line()));
      return Optional.empty();
    }
    Scope inside = scope.enter(own);
    if (starts) {
      add(Unit.plain(from, inside));
    }
    return Optional.of(new Frame(inside, found.kind() == Kind.WRAPPER, span.line()));
  }

  private boolean large(Span span, int from, int whole) {
    return span.lastLine() > span.line() && lines.size(from, span.lastLine() + 1) > whole;
  }

  private boolean startsLine(Span span) {
    boolean first =
        lines.first(span.line()) == span.start() && span.line() > frames.element().header();
    return first || (leadFrom != NONE && leadEnd == span.line());
  }

  /// A comment or attribute: waits for what follows it.
  private void lead(Span span, boolean holds) {
    if (!startsLine(span) || frames.element().wrapper()) {
      return;
    }
    if (leadFrom != NONE && !leadHolds && span.line() - leadEnd > 1) {
      endLead();
    }
    if (leadFrom == NONE) {
      leadFrom = span.line();
      leadHolds = false;
    }
    leadEnd = span.lastLine();
    leadHolds |= holds;
  }

  /// What waited stands for itself.
  private void endLead() {
    if (leadFrom != NONE) {
      add(Unit.plain(leadFrom, frames.element().scope()));
      leadFrom = NONE;
    }
  }

  /// A node that starts where the one around it does says more about the lines, and replaces it.
  private void add(Unit unit) {
    if (!units.isEmpty() && units.getLast().from() == unit.from()) {
      units.removeLast();
    }
    if (units.isEmpty() || units.getLast().from() < unit.from()) {
      units.add(unit);
    }
  }
}
