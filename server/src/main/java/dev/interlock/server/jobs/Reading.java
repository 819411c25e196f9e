package dev.interlock.server.jobs;

import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.index.chunk.Chunker;
import dev.interlock.index.chunk.Languages;
import dev.interlock.index.chunk.SourceText;
import dev.interlock.runtime.gate.TextLimit;
import dev.interlock.runtime.store.FileEntry;
import dev.interlock.runtime.store.JobSkip;
import dev.interlock.server.ingest.ReadOutcome;
import dev.interlock.server.ingest.RootProblem;
import dev.interlock.server.ingest.SkipReason;
import dev.interlock.server.ingest.SourceReader;
import dev.interlock.server.ingest.Walk;
import dev.interlock.server.ingest.WalkResult;
import dev.interlock.server.ingest.Walked;
import java.io.Serial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;

/// The first half of a job: the root is walked, changed files are read and cut, their words become
/// searchable and their chunks enter the manifest; files that are gone leave both.
///
/// Confined to the run's thread.
final class Reading implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Reading.class.getName());

  private final JobPorts ports;
  private final BooleanSupplier leave;
  private final Board board;
  private final Harvest harvest;
  private final SourceReader reader;
  private final PerTable<TextLimit> limits;
  private final PerTable<Chunker> chunkers;
  private final Set<String> seen = new HashSet<>();
  private final List<String> unknownBelow = new ArrayList<>();
  private final List<JobSkip> skips = new ArrayList<>();

  Reading(JobPorts ports, Board board, BooleanSupplier leave) {
    this.leave = leave;
    this.ports = ports;
    this.board = board;
    this.harvest = new Harvest(ports, board);
    this.reader = new SourceReader(ports.rules());
    this.limits = PerTable.of(ports.gatekeeper()::textLimit);
    this.chunkers = PerTable.of(table -> chunker(limits.get(table)));
  }

  private Chunker chunker(TextLimit limit) {
    return new Chunker(limit.counter(), limit.maxTokens(), ports.clocks().ticker());
  }

  /// Ends a reading that was told to leave; what it has taken in so far is whole.
  static final class Left extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    Left() {
      super("left", null, false, false);
    }
  }

  /// Reads the root.
  ///
  /// @param mayEmpty whether a root without any file may empty the index
  /// @return why the root gives nothing, and then nothing was changed
  /// @throws Left if it was told to leave
  Optional<RootProblem> read(boolean mayEmpty) {
    harvest.mend();
    var result = new Walk(ports.rules()).walk(Path.of(board.job().root()), this::met);
    harvest.flush();
    ports.jobs().addSkips(board.job().id(), skips);
    return switch (result) {
      case WalkResult.Failed failed when !(mayEmpty && failed.problem() == RootProblem.EMPTY) ->
          Optional.of(failed.problem());
      case WalkResult.Failed _, WalkResult.Finished _ -> {
        harvest.removeAllBut(this::mayStillBeThere);
        yield Optional.empty();
      }
    };
  }

  private boolean mayStillBeThere(String path) {
    return seen.contains(path) || unknownBelow.stream().anyMatch(path::startsWith);
  }

  private void met(Walked walked) {
    if (leave.getAsBoolean()) {
      harvest.flush();
      throw new Left();
    }
    switch (walked) {
      case Walked.Skipped skipped -> skip(skipped);
      case Walked.Found found -> {
        board.counts(c -> Counts.file(c));
        var language = Languages.of(found.path());
        var table = Languages.table(language);
        if (harvest.unchanged(found, limits.get(table).key())) {
          seen.add(found.path());
        } else {
          read(found, language, table);
        }
      }
    }
  }

  private void skip(Walked.Skipped skipped) {
    skipped(new JobSkip(skipped.path(), skipped.reason().word(), skipped.size()));
    if (skipped.reason() == SkipReason.UNREADABLE) {
      unknownBelow.add(skipped.folder() ? skipped.path() + "/" : skipped.path());
    }
  }

  private void skipped(JobSkip skip) {
    skips.add(skip);
    board.counts(Counts::skip);
  }

  private void read(Walked.Found found, String language, TableName table) {
    switch (reader.read(found)) {
      case ReadOutcome.Skipped skipped ->
          skip(new Walked.Skipped(found.path(), skipped.reason(), found.size(), false));
      case ReadOutcome.Text text -> {
        seen.add(found.path());
        text.warnings().forEach(LOG::warning);
        harvest.add(
            new FileEntry(
                found.path(),
                found.size(),
                found.stamp().text(),
                Hashes.of(text.text()),
                limits.get(table).key(),
                table),
            chunks(found, language, table, text.text()));
      }
    }
  }

  private List<Chunk> chunks(Walked.Found found, String language, TableName table, String text) {
    var chunked =
        chunkers
            .get(table)
            .chunk(new SourceText(board.job().project(), found.path(), language, text));
    chunked.note().ifPresent(note -> LOG.info(() -> found.path() + ": " + note));
    return chunked.chunks();
  }

  @Override
  public void close() {
    chunkers.values().forEach(Chunker::close);
  }
}
