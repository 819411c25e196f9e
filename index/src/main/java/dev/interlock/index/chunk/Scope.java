package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.List;

/// The definitions or headings around a place in a file. Compared by identity: two functions of one
/// name are two scopes.
final class Scope {
  /// Nothing around: the file itself.
  static final Scope FILE = new Scope();

  private final Scope parent;
  private final int depth;
  private final String name;

  private Scope() {
    this.parent = this;
    this.depth = 0;
    this.name = "";
  }

  private Scope(Scope parent, String name) {
    this.parent = parent;
    this.depth = parent.depth + 1;
    this.name = name;
  }

  /// The scope of a definition of that name in here.
  Scope enter(String own) {
    return new Scope(this, own);
  }

  /// Whether this is the other or lies in it.
  boolean within(Scope other) {
    Scope at = this;
    while (at.depth > other.depth) {
      at = at.parent;
    }
    return at == other;
  }

  /// Names, outermost first, the own name last where there is one.
  List<String> names(String own) {
    var names = new ArrayList<String>(depth + 1);
    for (Scope at = this; at.depth > 0; at = at.parent) {
      names.add(at.name);
    }
    var ordered = new ArrayList<>(names.reversed());
    if (!own.isEmpty()) {
      ordered.add(own);
    }
    return ordered;
  }
}
