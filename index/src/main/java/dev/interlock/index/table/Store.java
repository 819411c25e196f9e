package dev.interlock.index.table;

import dev.interlock.core.space.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/// The Lucene index of one table: its files, its one writer, its newest searcher and the space that
/// its commits carry.
final class Store implements AutoCloseable {
  /// Enough that a job's batches are not cut into tiny segments, and little beside the heap.
  private static final double BUFFER_MB = 32;

  private final Path folder;
  private final Directory directory;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final TidyMerges merges;
  private volatile @Nullable Space space;

  private Store(Path folder, Directory directory, IndexWriter writer, @Nullable Space space)
      throws IOException {
    this.folder = folder;
    this.merges = (TidyMerges) writer.getConfig().getMergePolicy();
    this.directory = directory;
    this.writer = writer;
    this.space = space;
    this.searchers = new SearcherManager(writer, null);
  }

  /// Opens the index in that folder, or makes one if the folder is empty or missing.
  ///
  /// @throws TableException if it is damaged, in use or can't be read
  static Store open(Path folder) {
    try {
      Files.createDirectories(folder);
      requireWhole(folder);
      return open(folder, FSDirectory.open(folder));
    } catch (IOException e) {
      throw TableException.of(folder, e);
    } catch (IllegalArgumentException e) {
      throw new TableException(
          "the table in %s is damaged: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static Store open(Path folder, Directory directory) throws IOException {
    boolean born = !DirectoryReader.indexExists(directory);
    var writer = new IndexWriter(directory, config());
    try {
      if (born) {
        writer.setLiveCommitData(SpaceRecord.empty().entrySet());
        writer.commit();
      }
      return new Store(folder, directory, writer, carried(writer).orElse(null));
    } catch (IOException | RuntimeException e) {
      writer.rollback();
      directory.close();
      throw e;
    }
  }

  /// Lucene would begin a new index beside files whose list is lost, and delete them.
  private static void requireWhole(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      var names = files.map(f -> f.getFileName().toString()).toList();
      boolean listed = names.stream().anyMatch(n -> n.startsWith("segments_"));
      boolean rows = names.stream().anyMatch(n -> n.startsWith("_"));
      if (rows && !listed) {
        throw new CorruptIndexException("the list of its segments is missing", folder.toString());
      }
    }
  }

  private static Optional<Space> carried(IndexWriter writer) {
    var map = new TreeMap<String, String>();
    writer.getLiveCommitData().forEach(e -> map.put(e.getKey(), e.getValue()));
    var format = map.get(SpaceRecord.FORMAT);
    if (!SpaceRecord.FORMAT_VERSION.equals(format)) {
      throw new IllegalArgumentException("its rows have format " + format + ", not 1");
    }
    return SpaceRecord.read(map);
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(Words.ANALYZER)
        .setCodec(
            new Lucene104Codec() {
              @Override
              public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return new WideVectors();
              }
            })
        .setMergePolicy(new TidyMerges())
        .setRAMBufferSizeMB(BUFFER_MB)
        // The lane closes it, and commits by itself.
        .setCommitOnClose(false);
  }

  Path folder() {
    return folder;
  }

  IndexWriter writer() {
    return writer;
  }

  Optional<Space> space() {
    return Optional.ofNullable(space);
  }

  /// Keeps the space, durably. Lane only.
  void keep(Space newSpace) throws IOException {
    Map<String, String> map = SpaceRecord.of(newSpace);
    writer.setLiveCommitData(map.entrySet());
    writer.commit();
    space = newSpace;
  }

  /// Reads from what is visible.
  interface Reading<T> {
    T from(View view) throws IOException;
  }

  /// Reads from what is visible now, all of it of one moment.
  <T> T read(Reading<T> reading) throws IOException {
    var searcher = searchers.acquire();
    try {
      return reading.from(new View(searcher));
    } finally {
      searchers.release(searcher);
    }
  }

  /// Makes what was written visible. Lane only.
  void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /// Puts all segments into one. Never on the lane: it waits for the merge.
  boolean merge() throws IOException {
    try {
      writer.forceMerge(1);
      return true;
    } finally {
      merges.over();
    }
  }

  /// Lets a [#merge] under way fail soon; the segments stay as they are.
  void giveUpMerge() {
    merges.giveUp();
  }

  /// Commits and closes. Merges under way are given up; they only tidy.
  @Override
  public void close() throws IOException {
    try (directory) {
      searchers.close();
      if (writer.isOpen()) {
        writer.commit();
      }
      writer.rollback();
    }
  }
}
