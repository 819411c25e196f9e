package dev.interlock.index.chunk;

import java.util.ArrayList;
import java.util.List;

/// The headings above a place in a document.
final class HeadingPath {
  private record Step(int level, Scope scope) {}

  private final List<Step> steps = new ArrayList<>();

  /// The scope of a heading of this level (1 is the highest) that comes next.
  Scope enter(int level, String title) {
    while (!steps.isEmpty() && steps.getLast().level() >= level) {
      steps.removeLast();
    }
    Scope around = steps.isEmpty() ? Scope.FILE : steps.getLast().scope();
    Scope scope = around.enter(title);
    steps.add(new Step(level, scope));
    return scope;
  }
}
