package dev.interlock.core.profile;

import java.util.Locale;

/// What a profile's routes do.
public enum Kind {
  /// Write text: chat completions.
  GENERATE;

  /// The word in the file: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
