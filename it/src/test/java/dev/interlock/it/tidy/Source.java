package dev.interlock.it.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;

/// One Java file, parsed and not attributed: names are as written, types are not known.
///
/// @param path from the repository's root, with slashes
record Source(String path, String text, CompilationUnitTree unit, SourcePositions positions) {
  boolean isTest() {
    return path.contains("src/test/");
  }

  /// The package as a path, such as `dev/interlock/core/gate`.
  String folder() {
    var from = path.indexOf("java/") + "java/".length();
    return path.substring(from, Math.max(from, path.lastIndexOf('/')));
  }

  /// The file's name without `.java`.
  String name() {
    return path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
  }

  long line(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
  }

  long lastLine(Tree tree) {
    return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
  }

  Finding finding(String rule, Tree tree, String message) {
    return new Finding(rule, path, line(tree), message);
  }
}
