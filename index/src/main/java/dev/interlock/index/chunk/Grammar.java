package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.treesitter.TSLanguage;
import org.treesitter.TSSymbolType;

/// One tree-sitter grammar and what its nodes mean to us, looked up by symbol number so that no
/// node needs its type as a string. Thread: any once made.
final class Grammar {
  private final TSLanguage language;
  private final Kind[] kinds;
  private final String[][] nameFields;
  private final boolean[] callable;
  private final int receiver;

  private Grammar(Builder builder) {
    this.language = builder.language;
    this.kinds = builder.kinds;
    this.nameFields = builder.nameFields;
    this.callable = builder.callable;
    this.receiver = builder.receiver;
  }

  TSLanguage language() {
    return language;
  }

  /// The kind of a node with that symbol; errors, which have a symbol beyond the table, are plain.
  Kind kind(int symbol) {
    return symbol < kinds.length ? kinds[symbol] : Kind.PLAIN;
  }

  /// Fields to look in for the name of a definition, the first that is there wins.
  List<String> nameFields(int symbol) {
    return symbol < nameFields.length ? Arrays.asList(nameFields[symbol]) : List.of();
  }

  /// Whether methods of that symbol name their type in a field `receiver`.
  boolean hasReceiver(int symbol) {
    return symbol == receiver;
  }

  /// Whether the node is a function or a class as a value.
  boolean callable(int symbol) {
    return symbol < callable.length && callable[symbol];
  }

  static Builder of(TSLanguage language) {
    return new Builder(language);
  }

  /// Fills the tables; types are node types, space separated, and one the grammar doesn't know is a
  /// bug.
  static final class Builder {
    private static final String[] NO_FIELDS = {};

    private final TSLanguage language;
    private final Kind[] kinds;
    private final String[][] nameFields;
    private final boolean[] callable;
    private int receiver = -1;

    private Builder(TSLanguage language) {
      this.language = language;
      int symbols = language.symbolCount();
      this.kinds = new Kind[symbols];
      this.nameFields = new String[symbols][];
      this.callable = new boolean[symbols];
      Arrays.fill(nameFields, NO_FIELDS);
      for (int i = 0; i < symbols; i++) {
        boolean mark = language.symbolType(i) == TSSymbolType.TSSymbolTypeAnonymous;
        kinds[i] = mark ? Kind.MARK : Kind.PLAIN;
      }
    }

    Builder comments(String types) {
      symbols(types).forEach(s -> kinds[s] = Kind.COMMENT);
      return this;
    }

    Builder attributes(String types) {
      symbols(types).forEach(s -> kinds[s] = Kind.ATTRIBUTE);
      return this;
    }

    Builder wrappers(String types) {
      symbols(types).forEach(s -> kinds[s] = Kind.WRAPPER);
      return this;
    }

    Builder definitions(String types, String... fields) {
      return named(Kind.DEFINITION, types, fields);
    }

    Builder maybe(String types, String... fields) {
      return named(Kind.MAYBE, types, fields);
    }

    Builder callable(String types) {
      symbols(types).forEach(s -> callable[s] = true);
      return this;
    }

    Builder receivers(String type) {
      receiver = symbols(type).getFirst();
      return this;
    }

    Grammar build() {
      return new Grammar(this);
    }

    private Builder named(Kind kind, String types, String... fields) {
      for (int symbol : symbols(types)) {
        kinds[symbol] = kind;
        nameFields[symbol] = fields;
      }
      return this;
    }

    private List<Integer> symbols(String types) {
      var found = new ArrayList<Integer>();
      for (String type : types.split(" ", -1)) {
        int symbol = language.symbolForName(type, true);
        if (symbol == 0) {
          throw new IllegalArgumentException("grammar has no node type " + type);
        }
        found.add(symbol);
      }
      return found;
    }
  }
}
