package dev.interlock.it.tidy;

import com.sun.source.tree.MethodTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sizes: files to 500 lines (tests 700), methods to 70, lines to 100 characters, 4 parameters.
final class Lengths implements Rule {
  private static final int FILE = 500;
  private static final int TEST_FILE = 700;
  private static final int METHOD = 70;
  private static final int LINE = 100;
  private static final int PARAMETERS = 4;

  @Override
  public List<Finding> check(Source source) {
    var found = new ArrayList<Finding>();
    var lines = source.text().lines().toList();
    int limit = source.isTest() ? TEST_FILE : FILE;
    if (lines.size() > limit) {
      var what = "%d lines; at most %d".formatted(lines.size(), limit);
      found.add(new Finding("file-length", source.path(), limit, what));
    }
    if (!source.isTest()) {
      found.addAll(longLines(source, lines));
    }
    found.addAll(new Methods(source).findings());
    return found;
  }

  /// What the formatter could not break, such as a string. Tests may hold long texts.
  private static List<Finding> longLines(Source source, List<String> lines) {
    var found = new ArrayList<Finding>();
    for (int i = 0; i < lines.size(); i++) {
      int length = lines.get(i).codePointCount(0, lines.get(i).length());
      if (length > LINE) {
        var what = "%d characters; at most %d".formatted(length, LINE);
        found.add(new Finding("line-length", source.path(), i + 1, what));
      }
    }
    return found;
  }

  private static final class Methods extends Inspection {

    Methods(Source source) {
      super(source);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
      long lines = source().lastLine(method) - source().line(method) + 1;
      int parameters = method.getParameters().size();
      if (lines > METHOD) {
        about(method, "method-length", lines + " lines; at most " + METHOD);
      }
      if (parameters > PARAMETERS && !ofRecord(method) && !ofTable(method)) {
        about(method, "parameters", "%d parameters; make a record".formatted(parameters));
      }
      return super.visitMethod(method, null);
    }

    /// The parser gives a compact constructor the record's components as parameters.
    private boolean ofRecord(MethodTree method) {
      var start = (int) source().positions().getStartPosition(source().unit(), method);
      var body = source().text().indexOf('{', start);
      return method.getName().contentEquals("<init>")
          && (start < 0 || !source().text().substring(start, Math.max(start, body)).contains("("));
    }

    /// A case of a parameterised test has as many columns as it needs.
    private static boolean ofTable(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(a -> a.getAnnotationType().toString().equals("ParameterizedTest"));
    }

    private void about(MethodTree method, String rule, String what) {
      find(rule, method, method.getName() + " has " + what);
    }
  }
}
