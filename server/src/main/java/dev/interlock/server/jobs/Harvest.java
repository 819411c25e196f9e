package dev.interlock.server.jobs;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.ChunkEntry;
import dev.interlock.runtime.store.FileEntry;
import dev.interlock.runtime.store.FileWithChunks;
import dev.interlock.runtime.store.ManifestStore;
import dev.interlock.server.ingest.Walked;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Takes files into the tables and the manifest, in batches and in the one order that a crash can't
/// hurt: rows are durable before the manifest names them, and leave the tables before the manifest
/// forgets them.
///
/// Confined to the run's thread.
final class Harvest {
  private static final int BATCH_CHUNKS = 2_000;
  private static final long BATCH_NANOS = 2_000_000_000L;

  private final JobPorts ports;
  private final ManifestStore manifest;
  private final Board board;
  private final String project;
  private final Map<String, FileEntry> known;
  private final Set<String> damaged = new HashSet<>();
  private final List<FileWithChunks> files = new ArrayList<>();
  private final Map<TableName, List<Chunk>> chunks = new EnumMap<>(TableName.class);
  private int chunkCount;
  private long flushedAt;

  Harvest(JobPorts ports, Board board) {
    this.ports = ports;
    this.manifest = ports.manifest();
    this.board = board;
    this.project = board.job().project();
    this.known = manifest.files(project);
    this.flushedAt = ports.clocks().ticker().nanos();
  }

  /// Finds what an earlier end left undone: files whose rows are missing are read again, rows that
  /// no file has go.
  void mend() {
    var named = new HashSet<String>();
    var present = new HashSet<String>();
    for (var table : TableName.values()) {
      present.addAll(ports.tables().table(table).textIds(project));
    }
    manifest.eachRow(
        project,
        row -> {
          named.add(row.chunk());
          if (!present.contains(row.chunk())) {
            damaged.add(row.path());
          }
        });
    present.removeAll(named);
    delete(present);
  }

  /// Whether a file was taken in as it stands, with all its rows.
  boolean unchanged(Walked.Found found, String recipe) {
    var before = known.get(found.path());
    return before != null
        && before.stamp().equals(found.stamp().text())
        && before.recipe().equals(recipe)
        && !damaged.contains(found.path());
  }

  void add(FileEntry file, List<Chunk> cut) {
    files.add(
        new FileWithChunks(file, cut.stream().map(c -> new ChunkEntry(c.id(), c.hash())).toList()));
    chunks.computeIfAbsent(file.table(), _ -> new ArrayList<>()).addAll(cut);
    chunkCount += cut.size();
    if (chunkCount >= BATCH_CHUNKS || ports.clocks().ticker().nanos() - flushedAt >= BATCH_NANOS) {
      flush();
    }
  }

  void flush() {
    if (!files.isEmpty()) {
      chunks.forEach(this::write);
      delete(manifest.replaceFiles(project, files));
      files.clear();
      chunks.clear();
      chunkCount = 0;
      board.counts(c -> Counts.manifest(c, manifest.expected(project), c.stored()));
    }
    flushedAt = ports.clocks().ticker().nanos();
  }

  private void write(TableName name, List<Chunk> cut) {
    var table = ports.tables().table(name);
    table.putTexts(cut);
    if (table.counts().stored() > 0) {
      int reused = table.reuse(cut).size();
      board.counts(c -> Counts.reused(c, reused));
    }
    table.commit();
  }

  /// Takes out the files that are gone.
  void removeAllBut(Predicate<String> stays) {
    var gone = known.keySet().stream().filter(stays.negate()).toList();
    if (gone.isEmpty()) {
      return;
    }
    var goneFiles = Set.copyOf(gone);
    var ids = new ArrayList<String>();
    manifest.eachRow(
        project,
        row -> {
          if (goneFiles.contains(row.path())) {
            ids.add(row.chunk());
          }
        });
    delete(ids);
    manifest.removeFiles(project, gone);
  }

  private void delete(Collection<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    for (var name : TableName.values()) {
      var table = ports.tables().table(name);
      table.delete(ids);
      table.commit();
    }
  }
}
