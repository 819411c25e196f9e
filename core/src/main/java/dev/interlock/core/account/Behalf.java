package dev.interlock.core.account;

import dev.interlock.core.budget.Use;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// On whose behalf a call is made: what an account has to know before it pays for one.
///
/// @param call the call's own id, once and for all
/// @param project who is charged besides, where one is named
/// @param use what it is for
/// @param wanted asked when the call may go out: whether it still should, however long it waited
public record Behalf(String call, Optional<String> project, Use use, BooleanSupplier wanted) {
  /// A call that is wanted whatever happens.
  public Behalf(String call, Optional<String> project, Use use) {
    this(call, project, use, () -> true);
  }

  /// The same call, as long as something holds.
  public Behalf whilst(BooleanSupplier holds) {
    return new Behalf(call, project, use, holds);
  }
}
