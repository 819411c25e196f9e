package dev.interlock.it.standin;

import dev.interlock.it.standin.Bill.Line;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/// What all desks of the cloud share. Thread: any.
final class Plant {
  private static final long SEED = 20_260_301;

  private final Map<Provider, Stack> stacks = new EnumMap<>(Provider.class);
  private final Map<Provider, Pace> paces = new EnumMap<>(Provider.class);
  final Encoders encoders;
  final Ground.Time time;
  final Served served;
  final Visits visits;
  final PriceList prices = new PriceList();
  final Bill bill = new Bill();
  final Wallet wallet;

  Plant(Encoders encoders, Ground.Time time) {
    this.encoders = encoders;
    this.time = time;
    this.served = new Served(encoders);
    this.visits = new Visits(time.wall());
    this.wallet = new Wallet(time, bill);
    for (var provider : Provider.values()) {
      var chance = new SplittableRandom(SEED + provider.slug().hashCode());
      stacks.put(provider, new Stack(encoders, provider.build(), chance));
      paces.put(provider, new Pace(time.ticker()));
    }
  }

  Stack stack(Provider provider) {
    return stacks.getOrDefault(provider, stacks.values().iterator().next());
  }

  Pace pace(Provider provider) {
    return paces.getOrDefault(provider, paces.values().iterator().next());
  }

  /// A line of the bill for a call, not yet put.
  Line line(Order order, long promptTokens, long completionTokens) {
    return new Line(
        order.id(),
        order.model(),
        order.provider(),
        promptTokens,
        completionTokens,
        prices.of(order.model()).nanos(promptTokens, completionTokens),
        time.ticker().nanos());
  }

  /// An answer's `usage`, whose `cost` is the bill's to the digit.
  static Map<String, Object> usage(Line line) {
    BigDecimal cost = Bill.usd(line.nanos());
    return Json.of(
        "prompt_tokens", line.promptTokens(),
        "completion_tokens", line.completionTokens(),
        "total_tokens", line.promptTokens() + line.completionTokens(),
        "cost", cost,
        "is_byok", false,
        "prompt_tokens_details", Json.of("cached_tokens", 0, "audio_tokens", 0),
        "cost_details", Json.of("upstream_inference_cost", Json.none()),
        "completion_tokens_details", Json.of("reasoning_tokens", 0));
  }
}
