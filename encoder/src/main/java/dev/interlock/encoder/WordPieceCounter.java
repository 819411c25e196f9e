package dev.interlock.encoder;

import dev.interlock.core.embed.TokenCounter;
import org.jspecify.annotations.Nullable;

/// Exact token counts of the embedded encoder, `[CLS]` and `[SEP]` left out, fast enough for every
/// line of a source tree.
///
/// BERT's tokenizer cuts at blanks, makes each punctuation character and each Chinese character a
/// token of its own, and splits what lies between, a *run*, into word pieces. The cuts at ASCII
/// characters and at Chinese ones are made here; a run's count is asked of the real tokenizer once
/// and remembered. What may join or vanish inside a run (accents, control characters, other
/// scripts) is left to the real tokenizer. Tests compare the sum with its count of whole texts.
///
/// Thread: any, several at once. The first count loads the tokenizer.
public final class WordPieceCounter implements TokenCounter {
  /// The tokenizer takes a longer word for one unknown token; longer runs are not remembered.
  private static final int LONGEST_WORD = 100;

  /// A power of two; about 5 MB when every slot is taken.
  private static final int SLOTS = 1 << 16;

  private final Lazy<WordPiece> tokenizer;

  /// One run a slot, the newest wins. Read and written without locks: a [Run] is immutable, so a
  /// race can only cost one more question to the tokenizer.
  private final @Nullable Run[] remembered = new @Nullable Run[SLOTS];

  private record Run(String text, int tokens) {
    boolean is(String source, int from, int to) {
      return text.length() == to - from && source.startsWith(text, from);
    }
  }

  WordPieceCounter(Lazy<WordPiece> tokenizer) {
    this.tokenizer = tokenizer;
  }

  /// Throws IllegalStateException when the tokenizer cannot be unpacked or loaded.
  @Override
  public int count(String text) {
    int tokens = 0;
    int from = 0;
    while (from < text.length()) {
      int to = Cut.runEnd(text, from);
      tokens += run(text, from, to);
      if (to < text.length() && Cut.of(text.charAt(to)) == Cut.TOKEN) {
        tokens++;
      }
      from = to + 1;
    }
    return tokens;
  }

  @Override
  public boolean exact() {
    return true;
  }

  private int run(String text, int from, int to) {
    if (from == to) {
      return 0;
    }
    if (to - from > LONGEST_WORD) {
      return Cut.isPlainWord(text, from, to) ? 1 : ask(text.substring(from, to));
    }
    int slot = slot(text, from, to);
    Run known = remembered[slot];
    if (known == null || !known.is(text, from, to)) {
      String run = text.substring(from, to);
      known = new Run(run, ask(run));
      remembered[slot] = known;
    }
    return known.tokens();
  }

  private static int slot(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }

  private int ask(String run) {
    try {
      return tokenizer.get().count(run);
    } catch (EngineUnavailable e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
