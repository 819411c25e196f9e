package dev.interlock.index.chunk;

import dev.interlock.core.table.Chunk;
import java.util.List;
import java.util.Optional;

/// What a file was cut into.
///
/// @param chunks in the order of the file; none where it holds nothing but blanks
/// @param note what did not go as it should, such as a parse that was stopped; for people
public record ChunkedFile(List<Chunk> chunks, Optional<String> note) {
  public ChunkedFile {
    chunks = List.copyOf(chunks);
  }
}
