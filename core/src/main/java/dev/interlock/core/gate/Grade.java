package dev.interlock.core.gate;

import java.util.Locale;

/// How near an admitted route is to the anchors.
public enum Grade {
  /// Every probe at [Floors#SAME] or more.
  SAME,
  /// All rules hold.
  NEAR,
  /// A rule is broken.
  REFUSED;

  /// The word in answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
