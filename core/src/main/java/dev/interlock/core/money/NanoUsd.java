package dev.interlock.core.money;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// An amount of US dollars in billionths, never negative (design §2.5: no floating point anywhere).
///
/// Thread: any, a value.
///
/// @param nanos billionths of a dollar, 0 or more
public record NanoUsd(long nanos) implements Comparable<NanoUsd> {
  /// Nothing.
  public static final NanoUsd ZERO = new NanoUsd(0);

  private static final int DECIMALS = 9;
  private static final long ONE = 1_000_000_000;

  /// Nine billion dollars: what fits.
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  /// Longer texts are no amounts; it bounds the work of reading one.
  private static final int LONGEST = 64;

  private static final int WIDEST_EXPONENT = 64;

  /// @throws IllegalArgumentException if the amount is negative
  public NanoUsd {
    if (nanos < 0) {
      throw new IllegalArgumentException("an amount is 0 or more, got " + nanos);
    }
  }

  /// The amount that a decimal text means, such as `0.0031` or `1.2e-7`, rounded up to the next
  /// billionth. Empty if it is no number, negative, or more than fits.
  public static Optional<NanoUsd> parse(String dollars) {
    if (dollars.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      return of(new BigDecimal(dollars));
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }

  /// As [#parse], of a number.
  public static Optional<NanoUsd> of(BigDecimal dollars) {
    if (dollars.signum() < 0 || Math.abs((long) dollars.scale()) > WIDEST_EXPONENT) {
      return Optional.empty();
    }
    var nanos = dollars.movePointRight(DECIMALS).setScale(0, RoundingMode.CEILING);
    return nanos.compareTo(MOST) > 0
        ? Optional.empty()
        : Optional.of(new NanoUsd(nanos.longValue()));
  }

  /// The sum; what is more than fits stays at the most that fits.
  public NanoUsd plus(NanoUsd other) {
    long sum = nanos + other.nanos;
    return new NanoUsd(sum < 0 ? Long.MAX_VALUE : sum);
  }

  /// The difference, nothing where the other is larger.
  public NanoUsd minus(NanoUsd other) {
    return new NanoUsd(Math.max(0, nanos - other.nanos));
  }

  /// Whether it is more than another amount.
  public boolean exceeds(NanoUsd other) {
    return nanos > other.nanos;
  }

  @Override
  public int compareTo(NanoUsd other) {
    return Long.compare(nanos, other.nanos);
  }

  /// As people write it, such as `0.0031`; at least two decimals.
  public String words() {
    var words = new StringBuilder().append(nanos / ONE).append('.');
    long rest = nanos % ONE;
    long place = ONE / 10;
    for (int i = 0; i < 2 || rest > 0; i++) {
      words.append(rest / place);
      rest %= place;
      place /= 10;
    }
    return words.toString();
  }

  @Override
  public String toString() {
    return words() + " USD";
  }
}
