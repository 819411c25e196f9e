package dev.interlock.index.chunk;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.time.Ticker;
import java.util.List;
import java.util.Optional;

/// Cuts files into chunks: by syntax where there is a grammar, documents by their headings, all
/// else by lines.
///
/// Promises: no chunk's vector text counts more than the limit; chunks come in the order of the
/// file and don't overlap; together they hold every character of the file that is not blank, HTML
/// excepted, of which they hold the text; none is blank. A grammar that fails or takes more than 5
/// s costs structure, not the file: it is cut by lines, and a note says so.
///
/// Thread: confined to one at a time, make one for each. Holds native memory until closed.
public final class Chunker implements AutoCloseable {
  /// Units are whole lines, so a text of lines longer than this on average gains nothing from a
  /// parse, and may cost all of its 5 s.
  private static final int LONG_LINES = 1000;

  private static final int SMALL_TEXT = 20_000;

  private final Scale scale;
  private final Limits limits;
  private final SyntaxParser syntax;

  /// A chunker for one encoder.
  ///
  /// @param counter counts as the encoder does
  /// @param maxTokens the most that a chunk's vector text may count, prefixes of the recipe taken
  ///   off already; 16 or more
  /// @param ticker measures how long a parse takes
  public Chunker(TokenCounter counter, int maxTokens, Ticker ticker) {
    this.scale = new Scale(counter);
    this.limits = Limits.of(maxTokens);
    this.syntax = new SyntaxParser(ticker);
  }

  /// The chunks of one file.
  public ChunkedFile chunk(SourceText source) {
    if (Blank.is(source.text(), 0, source.text().length())) {
      return new ChunkedFile(List.of(), Optional.empty());
    }
    return source.language().equals("html") ? page(source) : plain(source);
  }

  private ChunkedFile plain(SourceText source) {
    var lines = new Lines(source.text(), scale);
    return write(source, lines, outline(source.language(), lines));
  }

  private Outline outline(String language, Lines lines) {
    if (language.equals("markdown")) {
      return Outline.of(MarkdownOutline.read(lines));
    }
    int length = lines.text().length();
    if (length > SMALL_TEXT && length / lines.count() > LONG_LINES) {
      return Outline.flat(Optional.of("lines too long for syntax, cut by lines"));
    }
    return syntax.outline(language, lines, limits).orElseGet(() -> Outline.flat(Optional.empty()));
  }

  private ChunkedFile page(SourceText source) {
    HtmlText page = HtmlText.read(source.text());
    if (page.text().isEmpty()) {
      var lines = new Lines(source.text(), scale);
      return write(source, lines, Outline.flat(Optional.of("page without text, cut by lines")));
    }
    var lines = new Lines(page.text(), scale, page.spans());
    return write(source, lines, Outline.of(page.units()));
  }

  private ChunkedFile write(SourceText source, Lines lines, Outline outline) {
    List<Unit> units =
        outline.units().isEmpty() ? List.of(Unit.plain(0, Scope.FILE)) : outline.units();
    var pieces = new Packer(lines, limits, new LineCutter(lines, limits)).pack(units);
    var chunks = new ChunkWriter(source, lines, limits, scale).write(pieces);
    return new ChunkedFile(chunks, outline.note());
  }

  @Override
  public void close() {
    syntax.close();
  }
}
