package dev.interlock.index.chunk;

import org.treesitter.TSNode;

/// Finds the name of a definition in its node.
final class NodeNames {
  /// No declarator of a sane program nests deeper: `int (*(*f)(void))[3]` has four.
  private static final int DEEPEST = 8;

  private final Grammar grammar;
  private final Places places;

  NodeNames(Grammar grammar, Places places) {
    this.grammar = grammar;
    this.places = places;
  }

  /// Name of the definition that this node is or wraps, empty if it is none.
  String of(TSNode node, int symbol) {
    return switch (grammar.kind(symbol)) {
      case DEFINITION -> declared(node, symbol);
      case MAYBE -> holdsCallable(node) ? declared(node, symbol) : "";
      case WRAPPER -> wrapped(node);
      case MARK, COMMENT, ATTRIBUTE, PLAIN -> "";
    };
  }

  private String wrapped(TSNode node) {
    TSNode inner = node;
    for (int depth = 0; depth < DEEPEST; depth++) {
      inner = onlyDefinition(inner);
      if (inner.isNull()) {
        return "";
      }
      int symbol = inner.getSymbol();
      if (grammar.kind(symbol) != Kind.WRAPPER) {
        return of(inner, symbol);
      }
    }
    return "";
  }

  /// The one child that is or wraps a definition; the null node if there is none or more than one.
  private TSNode onlyDefinition(TSNode node) {
    var found = new TSNode();
    int children = Math.min(node.getNamedChildCount(), DEEPEST);
    for (int i = 0; i < children; i++) {
      TSNode child = node.getNamedChild(i);
      Kind kind = grammar.kind(child.getSymbol());
      if (kind == Kind.DEFINITION || kind == Kind.MAYBE || kind == Kind.WRAPPER) {
        if (!found.isNull()) {
          return new TSNode();
        }
        found = child;
      }
    }
    return found;
  }

  private boolean holdsCallable(TSNode node) {
    TSNode value = node.getChildByFieldName("value");
    if (value.isNull()) {
      value = node.getChildByFieldName("right");
    }
    return !value.isNull() && grammar.callable(value.getSymbol());
  }

  private String declared(TSNode node, int symbol) {
    for (String field : grammar.nameFields(symbol)) {
      TSNode name = node.getChildByFieldName(field);
      if (!name.isNull()) {
        return receiver(node, symbol) + text(field.equals("declarator") ? declarator(name) : name);
      }
    }
    return "";
  }

  /// Down the declarator of C to the name itself: `*(*f)(int)` is `f`.
  private static TSNode declarator(TSNode node) {
    TSNode at = node;
    for (int depth = 0; depth < DEEPEST; depth++) {
      TSNode inner = at.getChildByFieldName("declarator");
      if (inner.isNull() && at.getNamedChildCount() == 1 && at.getChildCount() > 1) {
        inner = at.getNamedChild(0);
      }
      if (inner.isNull()) {
        break;
      }
      at = inner;
    }
    return at;
  }

  /// `Table.` for a method of Go, whose type stands in front of its name.
  private String receiver(TSNode node, int symbol) {
    if (!grammar.hasReceiver(symbol)) {
      return "";
    }
    TSNode receiver = node.getChildByFieldName("receiver");
    String words = receiver.isNull() ? "" : text(receiver).replaceAll("\\[.*|[()*]", " ").strip();
    return words.isEmpty() ? "" : words.substring(words.lastIndexOf(' ') + 1) + ".";
  }

  private String text(TSNode node) {
    return places.text(node).strip();
  }
}
