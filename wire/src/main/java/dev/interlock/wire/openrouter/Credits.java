package dev.interlock.wire.openrouter;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Money;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The account's money at `GET /credits`, which only a management key may ask: for all others the
/// 403 is normal.
///
/// @param bought all credits ever bought
/// @param used all that was used
public record Credits(NanoUsd bought, NanoUsd used) {
  /// What is left; nothing where more was used than bought.
  public NanoUsd balance() {
    return bought.minus(used);
  }

  /// Reads an answer, bare or below `data`; empty if it is none.
  public static Optional<Credits> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      var data = tree.path("data").isObject() ? tree.path("data") : tree;
      return Money.of(data.path("total_credits"))
          .flatMap(
              bought -> Money.of(data.path("total_usage")).map(used -> new Credits(bought, used)));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }
}
