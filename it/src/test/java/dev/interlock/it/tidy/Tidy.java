package dev.interlock.it.tidy;

import java.util.List;

/// All rules.
final class Tidy {
  private static final List<Rule> RULES =
      List.of(new Bans(), new Lengths(), new Defaults(), new Marks());

  private Tidy() {}

  static List<Finding> check(Source source) {
    return RULES.stream().flatMap(rule -> rule.check(source).stream()).toList();
  }
}
