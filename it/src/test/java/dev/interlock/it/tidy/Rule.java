package dev.interlock.it.tidy;

import java.util.List;

/// One house rule, judged file by file.
@FunctionalInterface
interface Rule {
  /// Where it does not hold; exceptions are taken out later.
  List<Finding> check(Source source);
}
