package dev.interlock.it.sim;

import java.util.Optional;
import java.util.function.Supplier;

/// The first rule that was broken. Kept and not thrown on the spot, since the house guards itself
/// against what breaks in those that it calls.
final class Verdict {
  private Optional<Broken> first = Optional.empty();

  /// The rule is broken, unless the condition holds.
  ///
  /// @param words made only where it is broken
  void check(boolean holds, Rule rule, Supplier<String> words) {
    if (!holds && first.isEmpty()) {
      first = Optional.of(new Broken(rule, words.get()));
    }
  }

  /// Throws what was broken, if anything was.
  void raise() {
    first.ifPresent(
        broken -> {
          throw broken;
        });
  }
}
