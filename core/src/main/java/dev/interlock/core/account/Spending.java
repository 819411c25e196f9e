package dev.interlock.core.account;

import dev.interlock.core.money.NanoUsd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How fast an account spends whose balance nobody knows, by the rule of [Burn]: a pure value (B8).
///
/// @param samples what was settled, as it was read, oldest first
public record Spending(List<Sample> samples) {
  /// Nothing was read yet.
  public static final Spending NONE = new Spending(List.of());

  public Spending {
    samples = List.copyOf(samples);
  }

  /// All that was settled until then.
  public record Sample(Instant at, NanoUsd settled) {}

  /// With one more.
  public Spending with(Instant at, NanoUsd settled) {
    return new Spending(
        Stream.concat(
                samples.stream().filter(s -> !s.at().isBefore(at.minus(Burn.WINDOW))),
                Stream.of(new Sample(at, settled)))
            .toList());
  }

  /// What an hour costs at the present rate; empty while too little was seen.
  public Optional<NanoUsd> perHour() {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    var first = samples.getFirst();
    var last = samples.getLast();
    return Burn.perHour(
        Duration.between(first.at(), last.at()), last.settled().minus(first.settled()));
  }
}
