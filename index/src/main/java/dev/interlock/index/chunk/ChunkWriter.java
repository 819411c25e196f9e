package dev.interlock.index.chunk;

import dev.interlock.core.table.Chunk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Makes chunks of pieces and keeps the hard limit: what turns out too long is cut again.
final class ChunkWriter {
  private final SourceText source;
  private final Lines lines;
  private final Limits limits;
  private final Scale scale;
  private final ChunkIds ids;
  private final NamesLine names;
  private final LongLine longLine;
  private final List<Chunk> chunks = new ArrayList<>();

  ChunkWriter(SourceText source, Lines lines, Limits limits, Scale scale) {
    this.source = source;
    this.lines = lines;
    this.limits = limits;
    this.scale = scale;
    this.ids = new ChunkIds(source.project(), source.path());
    this.names = new NamesLine(scale.counter(), limits.names());
    this.longLine = new LongLine(scale, limits);
  }

  List<Chunk> write(List<Piece> pieces) {
    Deque<Piece> open = new ArrayDeque<>();
    for (Piece piece : pieces) {
      open.push(piece);
      while (!open.isEmpty()) {
        write(open.pop(), open);
      }
    }
    return chunks;
  }

  /// Writes one piece or puts its parts back, the first on top.
  private void write(Piece piece, Deque<Piece> open) {
    int from = lines.skipBlank(piece.from(), piece.to());
    if (from == piece.to()) {
      return;
    }
    int to = lines.backBlank(from, piece.to());
    List<String> around = names.of(piece.scope(), piece.own());
    String text = lines.text(from, to);
    int size = lines.size(from, to);
    if (fits(around, text, size)) {
      add(around, text, from, to);
    } else if (to - from > 1) {
      int middle = from + (to - from) / 2;
      open.push(new Piece(middle, to, piece.scope(), piece.own()));
      open.push(new Piece(from, middle, piece.scope(), piece.own()));
    } else {
      longLine.cut(text, around, size).forEach(part -> add(around, part, from, to));
    }
  }

  private boolean fits(List<String> around, String text, int size) {
    int sum = size + limits.names();
    return !limits.near(sum) || scale.weigh(Chunk.vectorText(around, text)) <= limits.max();
  }

  private void add(List<String> around, String text, int from, int to) {
    String hash = ids.hash(Chunk.vectorText(around, text));
    chunks.add(
        new Chunk(
            ids.next(hash),
            source.project(),
            source.path(),
            source.language(),
            lines.number(from),
            lines.lastNumber(to - 1),
            around,
            text,
            hash));
  }
}
