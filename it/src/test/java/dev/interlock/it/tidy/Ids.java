package dev.interlock.it.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreeScanner;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Ids of the mission (`A3`) and of field cases (`C17`) that tests show by their display names.
public final class Ids {
  private static final Pattern ID = Pattern.compile("\\b[ABC]\\d{1,3}\\b");

  private Ids() {}

  /// All ids that a test of this repository names.
  public static Set<String> tested() {
    return in(Sources.all());
  }

  static Set<String> in(Collection<Source> sources) {
    var ids = new TreeSet<String>();
    sources.stream().filter(Source::isTest).forEach(s -> new Scan(ids).scan(s.unit(), null));
    return ids;
  }

  private static final class Scan extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Set<String> ids;

    Scan(Set<String> ids) {
      this.ids = ids;
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void none) {
      if (tree.getAnnotationType().toString().endsWith("DisplayName")) {
        tree.getArguments().forEach(this::add);
      }
      if (tree.getAnnotationType().toString().endsWith("ParameterizedTest")) {
        tree.getArguments().forEach(this::add);
      }
      return super.visitAnnotation(tree, null);
    }

    private void add(ExpressionTree argument) {
      var value = argument instanceof AssignmentTree named ? named.getExpression() : argument;
      if (value instanceof LiteralTree literal && literal.getValue() instanceof String name) {
        ID.matcher(name).results().forEach(match -> ids.add(match.group()));
      }
    }
  }
}
