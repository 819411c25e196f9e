package dev.interlock.runtime.egress;

import dev.interlock.core.embed.TokenCounter;
import java.util.List;

/// Two characters a token, until the engine's own counts say that its tokens are longer (design
/// §10).
///
/// What is learned is the densest ordinary text seen, with a quarter on top, so that it stays on
/// the safe side; it only ever grows towards the plain estimate, and the first text that the engine
/// refuses all the same ends it for good. Used only where the engine refuses what is too long and
/// never cuts it.
///
/// Thread: any.
final class LearnedTokens implements TokenCounter {
  /// Estimated tokens that must have been seen before anything is believed.
  private static final long ENOUGH = 20_000;

  /// Estimated tokens of a call from which its special tokens and oddities don't count.
  private static final int ORDINARY = 200;

  private static final double MARGIN = 1.25;

  private final TokenCounter plain;
  private long seen;
  private double densest;
  private boolean undercounted;
  private volatile double scale = 1;

  LearnedTokens(TokenCounter plain) {
    this.plain = plain;
  }

  @Override
  public int count(String text) {
    return (int) Math.ceil(plain.count(text) * scale);
  }

  @Override
  public boolean exact() {
    return plain.exact();
  }

  /// The engine counted so many tokens in these texts together.
  synchronized void told(List<String> texts, long tokens) {
    if (plain.exact() || undercounted) {
      return;
    }
    long estimated = texts.stream().mapToLong(plain::count).sum();
    if (estimated < ORDINARY) {
      return;
    }
    seen += estimated;
    densest = Math.max(densest, (double) tokens / estimated);
    if (seen >= ENOUGH) {
      scale = Math.min(1, densest * MARGIN);
    }
  }

  /// A text that was counted as fitting was too long.
  synchronized void undercounted() {
    undercounted = true;
    scale = 1;
  }
}
