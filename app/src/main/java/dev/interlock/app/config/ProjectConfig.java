package dev.interlock.app.config;

import dev.interlock.core.money.NanoUsd;
import java.util.Optional;
import java.util.OptionalInt;

/// What a project may use of the cloud accounts: all of them together.
///
/// @param dailyUsd what may be spent on a day, where it is bounded
/// @param weight turns that it gets where others get one; empty for one
public record ProjectConfig(Optional<NanoUsd> dailyUsd, OptionalInt weight) {
  static final Range WEIGHT = new Range(1, 100);

  /// Without a word: no cap, one turn.
  static final ProjectConfig NONE = new ProjectConfig(Optional.empty(), OptionalInt.empty());

  static Optional<ProjectConfig> read(Section section) {
    section.only(Shape.PROJECT);
    return Optional.of(
        new ProjectConfig(
            section.field("dailyUsd").flatMap(field -> field.dollars(AccountsReader.MOST_USD)),
            section.field("weight").map(f -> f.number(WEIGHT)).orElse(OptionalInt.empty())));
  }
}
