package dev.interlock.it.sim;

/// A rule of the house was broken.
final class Broken extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final Rule rule;

  Broken(Rule rule, String words) {
    super("%s: %s".formatted(rule, words));
    this.rule = rule;
  }

  /// Which one.
  Rule rule() {
    return rule;
  }
}
