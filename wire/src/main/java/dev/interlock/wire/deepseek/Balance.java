package dev.interlock.wire.deepseek;

import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.openai.Json;
import dev.interlock.wire.openai.Money;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The account's money at `GET /user/balance`.
///
/// @param available whether calls are served
/// @param left what is left in dollars; empty for an account in another currency, which is not
///   converted
public record Balance(boolean available, Optional<NanoUsd> left) {
  private static final String DOLLARS = "USD";

  /// Reads an answer; empty if it is none.
  public static Optional<Balance> decode(byte[] body) {
    try {
      var tree = Json.tree(body);
      if (!tree.path("is_available").isBoolean()) {
        return Optional.empty();
      }
      Optional<NanoUsd> left = Optional.empty();
      for (var info : tree.path("balance_infos")) {
        if (info.path("currency").asString("").equals(DOLLARS)) {
          left = Money.of(info.path("total_balance"));
        }
      }
      return Optional.of(new Balance(tree.path("is_available").asBoolean(), left));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }
}
