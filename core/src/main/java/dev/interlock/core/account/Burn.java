package dev.interlock.core.account;

import dev.interlock.core.money.NanoUsd;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How fast an account's balance falls, and when it will be gone: a pure value (B8).
///
/// @param samples balances as they were read, oldest first, since the last rise
public record Burn(List<Sample> samples) {
  /// What is looked back on.
  static final Duration WINDOW = Duration.ofHours(1);

  /// A shorter look says nothing.
  static final Duration LEAST = Duration.ofMinutes(1);

  /// Nothing was read yet.
  public static final Burn NONE = new Burn(List.of());

  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  /// As seconds still an instant, as money nine million dollars an hour.
  private static final BigInteger MOST = BigInteger.valueOf(9_000_000_000_000_000L);

  public Burn {
    samples = List.copyOf(samples);
  }

  /// A balance as it was read.
  public record Sample(Instant at, NanoUsd balance) {}

  /// With one more. A balance that rose was topped up: what came before says nothing any more.
  public Burn with(Instant at, NanoUsd balance) {
    var kept = new ArrayList<Sample>();
    if (balance().filter(balance::exceeds).isEmpty()) {
      samples.stream().filter(s -> !s.at().isBefore(at.minus(WINDOW))).forEach(kept::add);
    }
    kept.add(new Sample(at, balance));
    return new Burn(kept);
  }

  /// The newest balance.
  public Optional<NanoUsd> balance() {
    return samples.isEmpty() ? Optional.empty() : Optional.of(samples.getLast().balance());
  }

  /// What an hour costs at the present rate; empty while too little was seen.
  public Optional<NanoUsd> perHour() {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    var first = samples.getFirst();
    var last = samples.getLast();
    return perHour(Duration.between(first.at(), last.at()), first.balance().minus(last.balance()));
  }

  /// The rate of what was spent in a time; empty if that is too short to say.
  static Optional<NanoUsd> perHour(Duration span, NanoUsd spent) {
    return span.compareTo(LEAST) < 0
        ? Optional.empty()
        : Optional.of(new NanoUsd(scaled(spent.nanos(), HOUR_NANOS, span.toNanos())));
  }

  /// When nothing is left at the present rate; empty if it does not fall.
  public Optional<Instant> runsOutAt() {
    return perHour()
        .filter(burn -> burn.nanos() > 0)
        .map(
            burn ->
                samples
                    .getLast()
                    .at()
                    .plusSeconds(scaled(samples.getLast().balance().nanos(), 3_600, burn.nanos())));
  }

  private static long scaled(long value, long by, long over) {
    var result =
        BigInteger.valueOf(value).multiply(BigInteger.valueOf(by)).divide(BigInteger.valueOf(over));
    return result.min(MOST).longValueExact();
  }
}
