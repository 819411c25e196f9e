package dev.interlock.encoder;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;

/// The model's real tokenizer, in native code.
///
/// Never cuts and never pads. Lives as long as somebody refers to it: native memory that a late
/// caller still uses cannot be freed under its feet.
///
/// Thread: any, several at once.
final class WordPiece {
  private static final TokenizersLibrary NATIVE = TokenizersLibrary.LIB;
  private static final Cleaner CLEANER = Cleaner.create();
  private static final char REPLACEMENT = '\uFFFD';

  /// A character that is always a token of its own.
  private static final String BETWEEN = "|";

  private final long handle;
  private final long between;

  private WordPiece(long handle) {
    this.handle = handle;
    this.between = encode(BETWEEN, false)[0];
  }

  /// Needs the native libraries loaded.
  static WordPiece load(ModelFiles files) throws EngineUnavailable {
    try {
      long handle = NATIVE.createTokenizerFromString(files.tokenizer());
      var tokenizer = new WordPiece(handle);
      CLEANER.register(tokenizer, () -> NATIVE.deleteTokenizer(handle));
      return tokenizer;
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new EngineUnavailable("the tokenizer of " + files.model(), e);
    }
  }

  /// The ids as the model takes them, `[CLS]` before and `[SEP]` after.
  long[] ids(String text) {
    return encode(text, true);
  }

  /// The number of ids without `[CLS]` and `[SEP]`.
  int count(String text) {
    return encode(text, false).length;
  }

  /// The number of ids of each word, found in one call.
  ///
  /// @param words of ASCII letters and digits only, at most 100 each
  int[] counts(List<String> words) {
    var counts = new int[words.size()];
    int word = 0;
    for (long id : encode(String.join(BETWEEN, words), false)) {
      if (id == between) {
        word++;
      } else {
        counts[word]++;
      }
    }
    return counts;
  }

  private long[] encode(String text, boolean framed) {
    try {
      long encoding = NATIVE.encode(handle, wellFormed(text), framed);
      try {
        return NATIVE.getTokenIds(encoding);
      } finally {
        NATIVE.deleteEncoding(encoding);
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// The text with half surrogate pairs replaced. The native side would read such a text as broken
  /// bytes and lose every emoji in it, not only the half one.
  static String wellFormed(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      if (isHalf(text, i)) {
        return replaceHalves(text);
      }
    }
    return text;
  }

  private static String replaceHalves(String text) {
    var whole = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      if (isHalf(text, i)) {
        whole.setCharAt(i, REPLACEMENT);
      }
    }
    return whole.toString();
  }

  private static boolean isHalf(String text, int i) {
    char c = text.charAt(i);
    if (!Character.isSurrogate(c)) {
      return false;
    }
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
  }
}
