package dev.interlock.it.tidy;

/// One place where a rule does not hold.
///
/// @param rule the rule's name
/// @param path from the repository's root, with slashes
/// @param line from 1
/// @param message what stands there and what belongs there instead
record Finding(String rule, String path, long line, String message) {
  @Override
  public String toString() {
    return "%s:%d: %s (%s)".formatted(path, line, message, rule);
  }
}
