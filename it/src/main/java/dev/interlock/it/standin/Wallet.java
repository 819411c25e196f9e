package dev.interlock.it.standin;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The account's money: what was bought, what a key may spend, and the refusals that follow.
///
/// Thread: any.
final class Wallet {
  private static final int NANO_DECIMALS = 9;
  private static final long FIRST_BALANCE = 10_000_000_000L;

  private final Ground.Time time;
  private final Bill bill;
  private JsonNode rules = Json.tree("{}");
  private long boughtNanos = FIRST_BALANCE;
  private Optional<Long> keyLimitNanos = Optional.empty();
  private long keyUsedBefore;
  private Instant resets;

  Wallet(Ground.Time time, Bill bill) {
    this.time = time;
    this.bill = bill;
    this.resets = midnight();
  }

  /// Replaces the rules. `balanceUsd`: what is left from now on (absent: as it is); `refuse`: a 402
  /// for every call that costs something (`exhausted`, `in_flight`, `key_cap`, `too_dear`,
  /// `weight`), with `retryAfter` as [Hint]; `keyLimitUsd`: what the key may spend from now on,
  /// until `resetsInSeconds` or midnight UTC, refused by `keyCapStatus` (403 or 402); `credits`:
  /// `open` lets an inference key read them; `freeTier`.
  synchronized void set(JsonNode next) {
    rules = next;
    Json.amount(next.path("balanceUsd")).ifPresent(usd -> boughtNanos = bill.nanos() + nanos(usd));
    keyLimitNanos = Json.amount(next.path("keyLimitUsd")).map(Wallet::nanos);
    keyUsedBefore = bill.nanos();
    resets =
        next.has("resetsInSeconds")
            ? time.wall().now().plusMillis(next.path("resetsInSeconds").asLong() * 1_000)
            : midnight();
  }

  private Instant midnight() {
    return time.wall().now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
  }

  private static long nanos(BigDecimal usd) {
    return usd.setScale(NANO_DECIMALS, RoundingMode.FLOOR).unscaledValue().longValueExact();
  }

  /// What is left; below nothing where a call cost more than was there.
  private long balance() {
    return boughtNanos - bill.nanos();
  }

  private long keyUsed() {
    if (!time.wall().now().isBefore(resets)) {
      keyUsedBefore = bill.nanos();
      resets = resets.plus(1, ChronoUnit.DAYS);
    }
    return bill.nanos() - keyUsedBefore;
  }

  /// A refusal, if there is no money for a call.
  ///
  /// @param worstNanos the most that it may cost; 0 for what is free
  /// @param perToken billionths of a dollar for a token that is written, where tokens are written
  synchronized Optional<Refusal> refusal(long worstNanos, double perToken) {
    if (worstNanos == 0) {
      return Optional.empty();
    }
    var forced = rules.path("refuse").asString("");
    if (!forced.isEmpty()) {
      return Optional.of(hinted(forced(forced, perToken)));
    }
    if (keyLimitNanos.isPresent() && keyUsed() >= keyLimitNanos.get()) {
      return Optional.of(keyCap());
    }
    if (balance() <= 0) {
      return Optional.of(exhausted());
    }
    return worstNanos > balance() ? Optional.of(tooDear(perToken)) : Optional.empty();
  }

  private Refusal hinted(Refusal refusal) {
    return rules.has("retryAfter")
        ? Hint.of(rules.path("retryAfter").asString(""), time.wall().now())
            .on(refusal)
            .withMetadata(refusal.metadata())
        : refusal;
  }

  private Refusal forced(String kind, double perToken) {
    return switch (kind) {
      case "in_flight" ->
          payment(
              "in_flight_budget_exhausted",
              "Too many requests in flight for the remaining balance. Retry when some have ended.");
      case "weight" ->
          payment("weight_exceeds_budget", "This request alone exceeds the remaining budget.");
      case "key_cap" -> keyCap();
      case "too_dear" -> tooDear(perToken);
      default -> exhausted();
    };
  }

  private static Refusal exhausted() {
    return payment(
        "payment_required", "Insufficient credits. Add more using the account's settings page.");
  }

  private Refusal tooDear(double perToken) {
    long affordable = perToken > 0 ? (long) Math.floor(Math.max(0, balance()) / perToken) : 0;
    return payment(
        "payment_required",
        ("This request requires more credits, or fewer max_tokens. You requested up to more than"
                + " that, but can only afford %d")
            .formatted(affordable));
  }

  private static Refusal payment(String type, String message) {
    return Refusal.of(402, type, message);
  }

  private Refusal keyCap() {
    int status = rules.path("keyCapStatus").asInt(403);
    return Refusal.of(
            status,
            status == 402 ? "payment_required" : "permission_denied",
            "Key limit exceeded (daily limit).")
        .withMetadata(
            Json.of(
                "limit_source", "key",
                "scope", "key",
                "limit_usd", keyLimitNanos.<Object>map(Bill::usd).orElse(Json.none()),
                "spend_usd", Bill.usd(keyUsed()),
                "resets_at", resets.toString()));
  }

  /// Whether an inference key may read `/credits`.
  synchronized boolean creditsOpen() {
    return rules.path("credits").asString("").equals("open");
  }

  synchronized Map<String, Object> credits() {
    return Json.of("total_credits", Bill.usd(boughtNanos), "total_usage", Bill.usd(bill.nanos()));
  }

  /// The answer of `/key`, below `data`.
  ///
  /// @param label how the key is shown
  /// @param rate the value of `rate_limit`
  synchronized Map<String, Object> key(String label, Object rate) {
    var used = Bill.usd(bill.nanos());
    var left = keyLimitNanos.map(limit -> Bill.usd(limit - keyUsed()));
    return Json.of(
        "label",
        label,
        "limit",
        keyLimitNanos.<Object>map(Bill::usd).orElse(Json.none()),
        "limit_remaining",
        left.<Object>map(l -> l).orElse(Json.none()),
        "limit_reset",
        keyLimitNanos.<Object>map(_ -> "daily").orElse(Json.none()),
        "include_byok_in_limit",
        false,
        "usage",
        used,
        "usage_daily",
        used,
        "usage_weekly",
        used,
        "usage_monthly",
        used,
        "byok_usage",
        0,
        "is_free_tier",
        rules.path("freeTier").asBoolean(false),
        "is_management_key",
        false,
        "is_provisioning_key",
        false,
        "creator_user_id",
        Json.none(),
        "rate_limit",
        rate);
  }

  synchronized Map<String, Object> told() {
    return Json.of("balanceUsd", Bill.usd(balance()), "billedNanoUsd", bill.nanos());
  }
}
