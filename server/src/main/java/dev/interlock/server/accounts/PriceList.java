package dev.interlock.server.accounts;

import dev.interlock.core.money.Price;
import java.util.Map;

/// Takes what a provider lists its models for.
@FunctionalInterface
public interface PriceList {
  /// A list was read: it takes the place of the one before. May block.
  void listed(String account, Map<String, Price> prices);
}
