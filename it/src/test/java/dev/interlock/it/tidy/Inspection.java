package dev.interlock.it.tidy;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One walk over a file's tree that gathers what a rule finds.
abstract class Inspection extends TreeScanner<@Nullable Void, @Nullable Void> {
  private final Source source;
  private final List<Finding> found = new ArrayList<>();

  Inspection(Source source) {
    this.source = source;
  }

  /// What there is to find.
  final List<Finding> findings() {
    scan(source.unit(), null);
    return found;
  }

  final Source source() {
    return source;
  }

  final void find(String rule, Tree tree, String message) {
    found.add(source.finding(rule, tree, message));
  }
}
