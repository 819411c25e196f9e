package dev.interlock.core.gate;

import java.util.Locale;

/// What a probe finds (gate-evidence, "Probe set").
public enum ProbeKind {
  LONGEST,
  TAIL_PAIR,
  LENGTH,
  SHORT,
  LONG_WORD,
  SCRIPT,
  ACCENT,
  CASE,
  GENERAL,
  NEAR_DUPLICATE,
  QUERY_FORM;

  /// The word in reports, such as `long-word`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
