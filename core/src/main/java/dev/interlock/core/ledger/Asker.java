package dev.interlock.core.ledger;

import java.util.Optional;

/// Who asked, and for what.
///
/// @param caller the caller key's name; `local` for who calls over loopback without one,
///   `interlock` for the server itself
/// @param project the project, where one is named
/// @param purpose the role or the profile, such as `code-embedding` or `local-coder`
public record Asker(String caller, Optional<String> project, Optional<String> purpose) {
  /// Who calls over loopback without a key.
  public static final String LOCAL = "local";

  /// The server itself: its gate, its jobs.
  public static final String OURSELVES = "interlock";
}
