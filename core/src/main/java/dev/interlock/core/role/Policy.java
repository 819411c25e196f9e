package dev.interlock.core.role;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Where a role's work may run (A2).
public enum Policy {
  /// Only local hosts; nothing leaves the network.
  LOCAL,
  /// Only cloud routes; no GPU needed.
  CLOUD,
  /// Both, pulling from one queue. The default.
  AGGREGATE,
  /// Local first, the cloud held in reserve.
  BACKUP;

  /// The word in files and answers: lower case.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The policy of that word, empty if there is none.
  public static Optional<Policy> of(String word) {
    return Arrays.stream(values()).filter(p -> p.word().equals(word)).findFirst();
  }
}
