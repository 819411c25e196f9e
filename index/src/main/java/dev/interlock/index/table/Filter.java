package dev.interlock.index.table;

import java.util.Optional;

/// Which rows a search may find. An absent part allows all.
///
/// @param project the root's exact name
/// @param pathGlob see [PathGlob]; in composed Unicode form, as paths are
/// @param language the exact word, such as `java`
public record Filter(
    Optional<String> project, Optional<String> pathGlob, Optional<String> language) {
  /// Every row.
  public static final Filter NONE =
      new Filter(Optional.empty(), Optional.empty(), Optional.empty());

  /// The rows of one project.
  public static Filter project(String project) {
    return new Filter(Optional.of(project), Optional.empty(), Optional.empty());
  }
}
