package dev.interlock.index.table;

import dev.interlock.core.table.Chunk;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;

/// Makes the documents of chunks' texts. What says where a chunk lies, the words of its path above
/// all, is made once for all chunks of a file that come one after another.
///
/// Owner: the table's lane. A document must be written before the next one is asked for.
final class TextRows {
  private Optional<Chunk> last = Optional.empty();
  private List<Field> place = List.of();

  Document of(Chunk chunk) {
    if (last.isEmpty() || !Rows.samePlace(last.get(), chunk)) {
      place = Rows.textPlace(chunk);
    }
    last = Optional.of(chunk);
    return Rows.text(chunk, place);
  }
}
