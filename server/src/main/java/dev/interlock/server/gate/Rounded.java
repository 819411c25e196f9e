package dev.interlock.server.gate;

import dev.interlock.core.gate.Finding;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// Figures of four decimals for people and programs; what is no number is empty.
///
/// Thread: any, pure.
final class Rounded {
  private static final int DECIMALS = 4;

  private Rounded() {}

  /// A finding's value, on its true side of the line.
  static Optional<BigDecimal> of(Finding finding) {
    return plain(finding.value())
        .map(
            rounded -> {
              var exact = BigDecimal.valueOf(finding.value());
              boolean broken = finding.held() == Finding.Held.NO;
              if (!broken || Double.isNaN(finding.line())) {
                return rounded;
              }
              return exact.setScale(
                  DECIMALS,
                  finding.value() < finding.line() ? RoundingMode.FLOOR : RoundingMode.CEILING);
            });
  }

  /// Rounded down, so that 0.98996 does not read as 0.9900.
  static Optional<BigDecimal> down(double value) {
    return Double.isFinite(value)
        ? Optional.of(BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.FLOOR))
        : Optional.empty();
  }

  /// To the nearest.
  static Optional<BigDecimal> plain(double value) {
    return Double.isFinite(value)
        ? Optional.of(BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP))
        : Optional.empty();
  }
}
