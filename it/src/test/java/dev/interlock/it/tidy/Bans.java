package dev.interlock.it.tidy;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds uses of what [Ban] lists. By name, not by type: a class of ours that is called `Random`
/// would be found too, and should not be called so.
final class Bans implements Rule {
  /// A figure that a locale writes in its own way.
  private static final Pattern FIGURE = Pattern.compile("%[0-9$,+( #-]*(?:\\.[0-9]+)?[eEfgG]|%,d");

  @Override
  public List<Finding> check(Source source) {
    return new Scan(source).findings();
  }

  private static final class Scan extends Inspection {

    Scan(Source source) {
      super(source);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void none) {
      use(tree, tree.toString());
      return super.visitMemberSelect(tree, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void none) {
      use(tree, tree.getQualifierExpression() + "." + tree.getName());
      return super.visitMemberReference(tree, null);
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void none) {
      var type = tree.getIdentifier().toString();
      use(tree, "new " + type.substring(type.lastIndexOf('.') + 1));
      return super.visitNewClass(tree, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void none) {
      if (tree.getMethodSelect() instanceof MemberSelectTree method) {
        if (tree.getArguments().isEmpty()) {
          use(tree, "." + method.getIdentifier() + "()");
        }
        formatted(tree, method);
      }
      return super.visitMethodInvocation(tree, null);
    }

    private void use(Tree tree, String written) {
      for (var ban : Ban.ALL) {
        if (ban.where().test(source()) && ban.names().stream().anyMatch(n -> is(written, n))) {
          find(ban.rule(), tree, "%s: %s".formatted(written, ban.instead()));
        }
      }
    }

    private static boolean is(String written, String banned) {
      if (!banned.endsWith(".")) {
        return written.equals(banned) || written.endsWith("." + banned);
      }
      var type = banned.substring(0, banned.length() - 1);
      int dot = written.lastIndexOf('.');
      return dot > 0
          && (written.substring(0, dot) + " ").endsWith(type + " ")
          && (dot == type.length() || written.charAt(dot - type.length() - 1) == '.');
    }

    private void formatted(MethodInvocationTree tree, MemberSelectTree method) {
      var format =
          switch (method.getIdentifier().toString()) {
            case "formatted" -> method.getExpression();
            case "printf", "format" ->
                tree.getArguments().isEmpty() ? tree : tree.getArguments().getFirst();
            default -> tree;
          };
      if (figures(format)) {
        find("locale", tree, "a figure in the machine's own locale: name the locale");
      }
    }

    private static boolean figures(ExpressionTree format) {
      return format instanceof LiteralTree literal
          && literal.getValue() instanceof String text
          && FIGURE.matcher(text).find();
    }
  }
}
