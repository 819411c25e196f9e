package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Dues;
import java.util.Optional;

/// How one call ended, and what it meant to the account that pays for it.
///
/// @param provider who served behind a cloud's name, in the cloud's words
record Spent(Result result, Dues dues, Optional<String> provider) {
  /// Nobody pays.
  static Spent free(Result result) {
    return new Spent(result, Dues.NONE, Optional.empty());
  }
}
