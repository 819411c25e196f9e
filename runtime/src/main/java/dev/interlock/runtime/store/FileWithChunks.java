package dev.interlock.runtime.store;

import java.util.List;

/// A file with all chunks that it was cut into.
///
/// @param file the file
/// @param chunks its chunks; may be none
public record FileWithChunks(FileEntry file, List<ChunkEntry> chunks) {
  public FileWithChunks {
    chunks = List.copyOf(chunks);
  }
}
