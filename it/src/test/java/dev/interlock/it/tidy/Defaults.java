package dev.interlock.it.tidy;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// No `default` in a switch over an enum or a sealed type: the compiler must find the new case.
///
/// Types are not known here, so every switch is meant whose labels are bare names or patterns. One
/// over an open type or an enum of a library is an exception with a reason.
final class Defaults implements Rule {
  @Override
  public List<Finding> check(Source source) {
    return new Scan(source).findings();
  }

  private static final class Scan extends Inspection {

    Scan(Source source) {
      super(source);
    }

    @Override
    public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void none) {
      judge(tree, tree.getCases());
      return super.visitSwitch(tree, null);
    }

    @Override
    public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void none) {
      judge(tree, tree.getCases());
      return super.visitSwitchExpression(tree, null);
    }

    private void judge(Tree tree, List<? extends CaseTree> cases) {
      var labels = cases.stream().flatMap(c -> c.getLabels().stream()).toList();
      boolean open = labels.stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
      boolean closed = labels.stream().anyMatch(Scan::ofClosedType);
      if (open && closed) {
        find("default", tree, "a switch with default: name every case");
      }
    }

    private static boolean ofClosedType(Tree label) {
      return label instanceof PatternCaseLabelTree
          || (label instanceof ConstantCaseLabelTree constant
              && constant.getConstantExpression() instanceof IdentifierTree name
              && !name.getName().contentEquals("null"));
    }
  }
}
