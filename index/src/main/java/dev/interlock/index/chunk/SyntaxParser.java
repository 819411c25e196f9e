package dev.interlock.index.chunk;

import dev.interlock.core.time.Ticker;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSException;
import org.treesitter.TSParser;
import org.treesitter.TSTree;

/// Outlines a file by its syntax tree, within a time limit.
///
/// Thread: confined to one at a time.
final class SyntaxParser implements AutoCloseable {
  private static final long LIMIT_NANOS = 5_000_000_000L;
  private static final int WINDOW_BYTES = 1 << 15;

  private final Grammars grammars = new Grammars();
  private final byte[] window = new byte[WINDOW_BYTES];
  private final Ticker ticker;
  private @Nullable TSParser made;

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
    Input input = Input.of(skeleton.text());
    TSParser parser = parser();
    parser.setLanguage(grammar.language());
    try (TSTree tree = parse(parser, window, input, deadline)) {
      if (tree == null) {
        parser.reset();
        return Outline.flat(Optional.of("parse stopped after 5 s, cut by lines"));
      }
      var places = new Places(lines, skeleton, input.bytesPerChar());
      return new SyntaxOutline(grammar, lines, places)
          .read(tree.getRootNode(), limits.whole(), deadline)
          .map(Outline::of)
          .orElseGet(
              () -> Outline.flat(Optional.of("syntax tree too large for 5 s, cut by lines")));
    }
  }

  /// Made late: a library that does not load costs structure, not the chunker.
  private TSParser parser() {
    TSParser parser = made;
    if (parser == null) {
      parser = new TSParser();
      made = parser;
    }
    return parser;
  }

  private static @Nullable TSTree parse(
      TSParser parser, byte[] window, Input input, Deadline deadline) {
    return parser.parseWithOptions(
        window,
        null,
        (into, offset, point) -> input.read(into, offset),
        input.encoding(),
        state -> deadline.passed());
  }

  @Override
  public void close() {
    if (made != null) {
      made.close();
    }
  }
}
