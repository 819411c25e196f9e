package dev.interlock.encoder;

import dev.interlock.core.embed.TokenCounter;
import java.util.LinkedHashSet;
import java.util.List;
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

  /// The tokenizer keeps much beside each character of a question.
  private static final int QUESTION_WORDS = 1_000;

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
    return count(text, 0, text.length());
  }

  @Override
  public int count(String text, int from, int to) {
    int tokens = 0;
    int start = from;
    int hash = 0;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      Cut cut = Cut.of(c);
      if (cut == Cut.NONE) {
        hash = 31 * hash + c;
        continue;
      }
      tokens += run(text, start, at, hash) + (cut == Cut.TOKEN ? 1 : 0);
      start = at + 1;
      hash = 0;
    }
    return tokens + run(text, start, to, hash);
  }

  /// Asks for the plain words of the text that are not remembered, many in one question: each costs
  /// far more alone.
  @Override
  public void expect(String text) {
    var unknown = new LinkedHashSet<String>();
    int start = 0;
    int hash = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (Cut.of(c) == Cut.NONE) {
        hash = 31 * hash + c;
        continue;
      }
      if (unknown(text, start, at, hash)) {
        unknown.add(text.substring(start, at));
      }
      start = at + 1;
      hash = 0;
    }
    var words = List.copyOf(unknown);
    for (int from = 0; from < words.size(); from += QUESTION_WORDS) {
      remember(words.subList(from, Math.min(words.size(), from + QUESTION_WORDS)));
    }
  }

  private boolean unknown(String text, int from, int to, int hash) {
    if (from == to || to - from > LONGEST_WORD) {
      return false;
    }
    Run known = remembered[slot(hash)];
    return (known == null || !known.is(text, from, to)) && Cut.isPlainWord(text, from, to);
  }

  private void remember(List<String> words) {
    int[] tokens = askAll(words);
    for (int i = 0; i < tokens.length; i++) {
      var word = words.get(i);
      remembered[slot(word.hashCode())] = new Run(word, tokens[i]);
    }
  }

  private int[] askAll(List<String> words) {
    try {
      return tokenizer.get().counts(words);
    } catch (EngineUnavailable e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /// @param hash the run's, as [String#hashCode] has it
  private static int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }

  @Override
  public boolean exact() {
    return true;
  }

  private int run(String text, int from, int to, int hash) {
    if (from == to) {
      return 0;
    }
    if (to - from > LONGEST_WORD) {
      return Cut.isPlainWord(text, from, to) ? 1 : ask(text.substring(from, to));
    }
    int slot = slot(hash);
    Run known = remembered[slot];
    if (known == null || !known.is(text, from, to)) {
      String run = text.substring(from, to);
      known = new Run(run, ask(run));
      remembered[slot] = known;
    }
    return known.tokens();
  }

  private int ask(String run) {
    try {
      return tokenizer.get().count(run);
    } catch (EngineUnavailable e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
