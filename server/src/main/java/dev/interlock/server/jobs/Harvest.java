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
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Takes files into the tables and the manifest, in batches and in the one order that a crash can't
/// hurt: rows are durable before the manifest names them, and leave the tables before the manifest
/// forgets them.
///
/// Chunks are handed to the tables as they come, so that few are held here, and are made durable
/// when it is time: each commit costs a segment, and merging it.
///
/// Confined to the run's thread.
final class Harvest {
  private static final int BATCH_CHUNKS = 2_000;

  private final JobPorts ports;
  private final ManifestStore manifest;
  private final Board board;
  private final String project;
  private final Map<String, FileEntry> known;
  private final Set<String> damaged = new HashSet<>();
  private final List<FileWithChunks> files = new ArrayList<>();
  private final Pace pace;
  private final Map<TableName, Batch> batches = new EnumMap<>(TableName.class);
  private final Set<TableName> handed = EnumSet.noneOf(TableName.class);
  private int chunkCount;

  /// Chunks of one table, those of files that it has never seen by themselves.
  private record Batch(List<Chunk> added, List<Chunk> changed) {
    Batch() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  Harvest(JobPorts ports, Board board) {
    this.ports = ports;
    this.manifest = ports.manifest();
    this.board = board;
    this.project = board.job().project();
    this.known = manifest.files(project);
    this.pace = new Pace(ports.clocks().ticker());
  }

  /// Finds what an earlier end left undone: files whose rows are missing are read again, rows that
  /// no file has go.
  void mend() {
    var named = new HashSet<String>();
    var present = new HashSet<String>();
    for (var table : TableName.values()) {
      // a run that broke may have left rows that no reader sees yet
      ports.tables().table(table).refresh();
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
    var batch = batches.computeIfAbsent(file.table(), _ -> new Batch());
    (known.containsKey(file.path()) ? batch.changed() : batch.added()).addAll(cut);
    chunkCount += cut.size();
    if (pace.due()) {
      flush();
    } else if (chunkCount >= BATCH_CHUNKS) {
      hand();
    }
  }

  /// Makes all that was taken in durable and findable.
  void flush() {
    hand();
    if (!files.isEmpty()) {
      handed.forEach(name -> ports.tables().table(name).commit());
      handed.clear();
      delete(manifest.replaceFiles(project, files));
      files.clear();
      board.counts(c -> Counts.manifest(c, manifest.expected(project), c.stored()));
    }
    pace.committed();
  }

  private void hand() {
    batches.forEach(this::hand);
    batches.clear();
    chunkCount = 0;
  }

  private void hand(TableName name, Batch batch) {
    handed.add(name);
    var table = ports.tables().table(name);
    table.addTexts(batch.added());
    table.putTexts(batch.changed());
    if (table.counts().stored() > 0) {
      int reused = table.reuse(batch.added()).size() + table.reuse(batch.changed()).size();
      board.counts(c -> Counts.reused(c, reused));
    }
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
