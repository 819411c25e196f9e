package dev.interlock.app.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;

/// Amounts of money as people read them.
final class Dollars {
  private static final int CENTS = 2;

  private Dollars() {}

  /// `$2.50`, with more places where the amount has them; `-` where there is none.
  static String of(JsonNode amount) {
    return amount.isNumber() ? "$" + cents(amount.decimalValue()).toPlainString() : "-";
  }

  private static BigDecimal cents(BigDecimal amount) {
    var least = amount.stripTrailingZeros();
    return least.scale() < CENTS ? least.setScale(CENTS, RoundingMode.UNNECESSARY) : least;
  }
}
