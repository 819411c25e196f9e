package dev.interlock.it.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.PrimitiveTypeTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/// Marks of unfinished work, tests that would not run, floating money.
final class Marks implements Rule {
  private static final Pattern UNFINISHED = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME)\\b");
  private static final Pattern MONEY =
      Pattern.compile("/(?:money|budget|quota|ledger|price|spend|account)(?:/|$)");
  private static final Pattern SUREFIRE = Pattern.compile("Test.*|.*Test|.*Tests|.*TestCase");

  /// Annotations of what is run as a test.
  static final Set<String> TESTS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "ArchTest");

  @Override
  public List<Finding> check(Source source) {
    var found = new ArrayList<Finding>();
    var lines = source.text().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (UNFINISHED.matcher(lines.get(i)).find()) {
        found.add(new Finding("unfinished", source.path(), i + 1, "do it, or file an issue"));
      }
    }
    found.addAll(new Scan(source).findings());
    return found;
  }

  private static final class Scan extends Inspection {
    private boolean told;

    Scan(Source source) {
      super(source);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
      // A contract is run by the classes that extend it.
      return type.getModifiers().getFlags().contains(Modifier.ABSTRACT)
          ? null
          : super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void none) {
      var name = tree.getAnnotationType().toString();
      if (name.startsWith("Disabled") || name.equals("Ignore")) {
        find("disabled", tree, "@%s: mend it or delete it".formatted(name));
      }
      if (TESTS.contains(name) && !told && !SUREFIRE.matcher(source().name()).matches()) {
        told = true;
        find("test-name", tree, "Surefire does not run it: end the name in Test");
      }
      return super.visitAnnotation(tree, null);
    }

    @Override
    public @Nullable Void visitPrimitiveType(PrimitiveTypeTree tree, @Nullable Void none) {
      var kind = tree.getPrimitiveTypeKind();
      if ((kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE)
          && MONEY.matcher(source().folder()).find()) {
        find("money", tree, "money is long nano-dollars, never floating");
      }
      return super.visitPrimitiveType(tree, null);
    }
  }
}
