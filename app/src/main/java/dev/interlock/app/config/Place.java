package dev.interlock.app.config;

import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/// A spot in the file.
///
/// @param line from 1; 0 for the file as a whole
/// @param column from 1; 0 where there is none
/// @param key the path of the key; empty for the file as a whole
record Place(int line, int column, String key) {
  static final Place FILE = new Place(0, 0, "");

  static Place of(Node node, String key) {
    return node.getStartMark().map(mark -> of(mark, key)).orElse(new Place(0, 0, key));
  }

  static Place of(Mark mark, String key) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1, key);
  }
}
