package dev.interlock.core.profile;

import dev.interlock.core.role.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a profile's routes do.
public enum Kind {
  /// Write text: chat completions.
  GENERATE,
  /// Say how well documents fit a query.
  RERANK;

  /// The word in the file: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind of a word.
  public static Optional<Kind> of(String word) {
    return Arrays.stream(values()).filter(k -> k.word().equals(word)).findFirst();
  }

  /// What the routes of a role that makes single calls do.
  public static Kind of(Role role) {
    return role == Role.RERANK ? RERANK : GENERATE;
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(Kind::word).toList();
  }
}
