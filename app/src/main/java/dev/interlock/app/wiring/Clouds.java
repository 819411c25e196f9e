package dev.interlock.app.wiring;

import dev.interlock.core.account.Account;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.Upstream;
import io.vertx.core.Vertx;
import java.util.Optional;

/// Ways to cloud accounts.
@FunctionalInterface
public interface Clouds {
  /// No account can be called.
  Clouds NONE = (_, _, _) -> Optional.empty();

  /// A way to an account for chats, where there is one.
  Optional<Upstream> to(Account account, Vertx vertx, Ticker ticker);
}
