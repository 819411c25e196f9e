package dev.interlock.core.profile;

import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Who may take over an attempt that failed (design §10).
public enum Takeover {
  /// Every other route.
  ANY,
  /// Local routes alone: what went wrong never leads to a bill.
  LOCAL_ONLY;

  /// The word in the file, such as `local-only`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// That of a word.
  public static Optional<Takeover> of(String word) {
    return Arrays.stream(values()).filter(t -> t.word().equals(word)).findFirst();
  }

  /// All words.
  public static List<String> words() {
    return Arrays.stream(values()).map(Takeover::word).toList();
  }

  /// Whether a route may.
  boolean allows(Route route) {
    return switch (this) {
      case ANY -> true;
      case LOCAL_ONLY -> route.placement() == Placement.LOCAL;
    };
  }
}
