package dev.interlock.it.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The tests of this repository as `Class.method`.
public final class TestNames {
  private TestNames() {}

  /// All of them.
  public static Set<String> all() {
    return in(Sources.all());
  }

  static Set<String> in(Collection<Source> sources) {
    var names = new TreeSet<String>();
    sources.stream().filter(Source::isTest).forEach(s -> new Scan(names).scan(s.unit(), null));
    return names;
  }

  private static final class Scan extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Set<String> names;

    Scan(Set<String> names) {
      this.names = names;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void none) {
      for (var member : tree.getMembers()) {
        if (member instanceof MethodTree method && isTest(method)) {
          names.add(tree.getSimpleName() + "." + method.getName());
        }
      }
      return super.visitClass(tree, null);
    }

    private static boolean isTest(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(mark -> Marks.TESTS.contains(mark.getAnnotationType().toString()));
    }
  }
}
