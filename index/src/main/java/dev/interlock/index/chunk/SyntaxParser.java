package dev.interlock.index.chunk;

import dev.interlock.core.time.Ticker;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSException;
import org.treesitter.TSInputEncoding;
import org.treesitter.TSParser;
import org.treesitter.TSTree;

/// Outlines a file by its syntax tree, within a time limit.
///
/// Offsets of tree-sitter are bytes. A text of ASCII alone is handed over as UTF-8, where a byte is
/// a character; any other as UTF-16, where two are: so no table of offsets is needed. Thread:
/// confined to one at a time.
final class SyntaxParser implements AutoCloseable {
  private static final long LIMIT_NANOS = 5_000_000_000L;
  private static final int WINDOW_BYTES = 1 << 15;

  private final Grammars grammars = new Grammars();
  private final TSParser parser = new TSParser();
  private final byte[] window = new byte[WINDOW_BYTES];
  private final Ticker ticker;

  SyntaxParser(Ticker ticker) {
    this.ticker = ticker;
  }

  /// The outline of the text, flat with a note where there is no tree in time; empty if the
  /// language has no grammar.
  Optional<Outline> outline(String language, Lines lines, Limits limits) {
    try {
      return grammars.of(language).map(grammar -> outline(language, grammar, lines, limits));
    } catch (TSException | IllegalArgumentException | LinkageError e) {
      return Optional.of(
          Outline.flat(Optional.of("no grammar for %s (%s), cut by lines".formatted(language, e))));
    }
  }

  private Outline outline(String language, Grammar grammar, Lines lines, Limits limits) {
    return outline(grammar, lines, limits, Thinner.thin(language, lines, limits.whole()));
  }

  /// The outline as the parser sees it in a skeleton of the text.
  Outline outline(Grammar grammar, Lines lines, Limits limits, Skeleton skeleton) {
    var deadline = new Deadline(ticker, LIMIT_NANOS);
    byte[] utf8 = skeleton.text().getBytes(StandardCharsets.UTF_8);
    boolean ascii = utf8.length == skeleton.text().length();
    byte[] bytes = ascii ? utf8 : skeleton.text().getBytes(StandardCharsets.UTF_16LE);
    parser.setLanguage(grammar.language());
    try (TSTree tree = parse(bytes, ascii, deadline)) {
      if (tree == null) {
        parser.reset();
        return Outline.flat(Optional.of("parse stopped after 5 s, cut by lines"));
      }
      var places = new Places(lines, skeleton, ascii ? 1 : 2);
      return new SyntaxOutline(grammar, lines, places)
          .read(tree.getRootNode(), limits.whole(), deadline)
          .map(Outline::of)
          .orElseGet(
              () -> Outline.flat(Optional.of("syntax tree too large for 5 s, cut by lines")));
    }
  }

  private @Nullable TSTree parse(byte[] bytes, boolean ascii, Deadline deadline) {
    return parser.parseWithOptions(
        window,
        null,
        (into, offset, point) -> read(bytes, ascii, into, offset),
        ascii ? TSInputEncoding.TSInputEncodingUTF8 : TSInputEncoding.TSInputEncodingUTF16LE,
        state -> deadline.passed());
  }

  /// Fills the window from an offset on, never up to the middle of a surrogate pair.
  private static int read(byte[] bytes, boolean ascii, byte[] into, int offset) {
    int n = Math.min(into.length, bytes.length - offset);
    if (n <= 0) {
      return 0;
    }
    System.arraycopy(bytes, offset, into, 0, n);
    boolean half = !ascii && offset + n < bytes.length && (into[n - 1] & 0xFC) == 0xD8;
    return half ? n - 2 : n;
  }

  @Override
  public void close() {
    parser.close();
  }
}
