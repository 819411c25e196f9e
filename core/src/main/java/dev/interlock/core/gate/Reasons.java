package dev.interlock.core.gate;

import java.util.Locale;

/// Words of a refusal. Figures have four decimals, whatever the machine's locale.
final class Reasons {
  private Reasons() {}

  /// Such as `probe script-korean (script)`; a query says that it is one.
  static String name(Probe probe) {
    return "probe %s (%s%s)"
        .formatted(
            probe.id(),
            probe.kind().word(),
            switch (probe.form()) {
              case DOCUMENT -> "";
              case QUERY -> ", on the query path";
            });
  }

  /// Four decimals.
  static String figure(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  /// Four decimals of a value under its floor, rounded so that it never reads as the floor itself.
  static String under(double value, double floor) {
    var rounded = figure(value);
    return value < floor && Double.parseDouble(rounded) >= floor
        ? figure(value - 0.00005)
        : rounded;
  }

  /// What a tail pair that looks alike means.
  static String limitBelow(ProbeSet set) {
    return "effective limit below " + set.maxTokens();
  }
}
