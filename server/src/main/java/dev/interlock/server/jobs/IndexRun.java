package dev.interlock.server.jobs;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.job.Completion;
import dev.interlock.core.job.JobState;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.Job;
import dev.interlock.runtime.store.JobCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// One job on one root, from its start to its end, on a thread of its own.
///
/// The words of a first index are read while the routes are still being measured; a root that has
/// rows already is not touched before a route is admitted, so that a refusal changes nothing (C02,
/// C06).
final class IndexRun implements Runnable {
  private static final Logger LOG = Logger.getLogger(IndexRun.class.getName());

  /// How long its last canaries are waited for.
  private static final Duration LAST_CANARY = Duration.ofSeconds(30);

  private final JobPorts ports;
  private final Board board;
  private final Embedding embedding;
  private final PerTable<BulkQueue> queues;
  private final boolean mayEmpty;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private volatile Leaving leaving = Leaving.NOT;

  /// Completes when it is told to leave.
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  /// Whether the run shall end before its work is done, and why.
  private enum Leaving {
    NOT,
    STOPPED,
    HALTED
  }

  /// What to do when the gate has moved, until it is known.
  private final List<Runnable> opening = new CopyOnWriteArrayList<>();

  private final CompletableFuture<Optional<ApiError>> gate = new CompletableFuture<>();

  IndexRun(JobPorts ports, PerTable<BulkQueue> queues, Job job, boolean mayEmpty) {
    this.ports = ports;
    this.board = new Board(ports.jobs(), ports.clocks(), job);
    this.embedding = new Embedding(ports, queues, board);
    this.queues = queues;
    this.mayEmpty = mayEmpty;
  }

  Board board() {
    return board;
  }

  /// Completes once the gate is known: empty if the job goes on, else why it can't.
  CompletableFuture<Optional<ApiError>> gate() {
    return gate;
  }

  void gateMoved() {
    opening.forEach(Runnable::run);
    embedding.gateMoved();
  }

  /// A person stops it.
  void stop() {
    leave(Leaving.STOPPED);
  }

  /// The server ends; the job goes on at its next start.
  void halt() {
    leave(Leaving.HALTED);
  }

  private void leave(Leaving why) {
    leaving = why;
    told.complete(null);
    embedding.leave();
    ports.mender().move();
  }

  /// Completes when the run's thread is done.
  CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void run() {
    try {
      work();
    } catch (Reading.Left e) {
      left();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      board.end(JobState.FAILED, "interrupted");
    } catch (ExecutionException | RuntimeException e) {
      LOG.log(Level.SEVERE, e, () -> "job %s broke".formatted(board.job().id()));
      board.end(JobState.FAILED, "the job broke: " + e);
    } finally {
      gate.complete(Optional.empty());
      done.complete(null);
    }
  }

  private void work() throws InterruptedException, ExecutionException {
    board.begin();
    boolean first = ports.manifest().expected(board.job().project()) == 0;
    ports.threads().execute(() -> gate.complete(askGate()));
    if (!first && refused(gate.get())) {
      return;
    }
    try (var reading = new Reading(ports, board, () -> leaving != Leaving.NOT)) {
      var problem = reading.read(mayEmpty);
      if (problem.isPresent()) {
        board.end(JobState.FAILED, problem.get().word());
        return;
      }
    }
    recount();
    if (refused(gate.get())) {
      return;
    }
    board.phase(Board.EMBEDDING);
    if (!embedding.run() || !whole()) {
      left();
      return;
    }
    finish();
  }

  /// Counts what is stored, and has those who made it asked for a last canary each; a doubt that
  /// comes of it is waited for like any other.
  ///
  /// @return false if it was told to leave before
  private boolean whole() throws InterruptedException, ExecutionException {
    while (settled() && checked()) {
      if (!ports.mender().open(board.job().project())) {
        return true;
      }
    }
    return false;
  }

  /// An account that is paused, and an engine that is silent, do not hold the end: what they made
  /// is told as unvouched until their next check.
  ///
  /// @return false if it was told to leave before
  private boolean checked() throws InterruptedException, ExecutionException {
    var holds = ports.closed().holds();
    var checks =
        Stream.of(TableName.values())
            .map(t -> ports.gatekeeper().jobDone(t, route -> holds.of(route).isPresent()))
            .toArray(CompletableFuture[]::new);
    var enough = new CompletableFuture<Void>();
    ports.clocks().scheduler().after(LAST_CANARY, () -> enough.complete(null));
    var _ = CompletableFuture.anyOf(CompletableFuture.allOf(checks), enough, told).get();
    return leaving == Leaving.NOT;
  }

  /// Counts what is stored, once no row of this root is in doubt any more; a doubt that came up
  /// while it was counted is waited for as well.
  ///
  /// @return false if it was told to leave before
  private boolean settled() throws InterruptedException {
    do {
      if (!mended()) {
        return false;
      }
      for (var table : TableName.values()) {
        ports.tables().table(table).commit();
      }
      recount();
    } while (ports.mender().open(board.job().project()));
    return true;
  }

  /// Waits for rows of this root whose vectors were taken away meanwhile: the job is whole only
  /// with them.
  ///
  /// @return false if it was told to leave before
  private boolean mended() throws InterruptedException {
    var mender = ports.mender();
    while (leaving == Leaving.NOT) {
      long seen = mender.moves();
      if (!mender.open(board.job().project())) {
        return true;
      }
      var shut =
          Stream.of(TableName.values())
              .filter(t -> ports.gatekeeper().admitted(t).isEmpty())
              .filter(t -> ports.tables().table(t).counts().texts() > 0)
              .findFirst();
      shut.ifPresentOrElse(
          t ->
              board.paused(
                  Standstill.noProvider(
                      ports
                          .closed()
                          .why(t, ports.tables().table(t).counts().stored())
                          .error()
                          .message())),
          board::running);
      mender.awaitMove(seen);
    }
    return false;
  }

  private void left() {
    if (leaving == Leaving.STOPPED) {
      recount();
      board.end(JobState.PAUSED_STOPPED, "stopped; the next run goes on from here");
    } else {
      board.halted();
    }
  }

  private boolean refused(Optional<ApiError> error) {
    error.ifPresent(
        e -> {
          recount();
          board.end(JobState.FAILED, e.message());
        });
    return error.isPresent();
  }

  /// Has the routes measured or, where some are admitted already, those asked for their canaries
  /// (design §4 Drift). The others are measured meanwhile and come in when they are done: a paused
  /// account keeps nobody waiting but itself (A11).
  private Optional<ApiError> askGate() {
    var checks = new ArrayList<CompletableFuture<Void>>();
    for (var table : TableName.values()) {
      boolean known = !ports.gatekeeper().admitted(table).isEmpty();
      var ensured = ports.gatekeeper().ensure(table);
      checks.add(known ? queues.get(table).examine() : opened(table, ensured));
    }
    CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new)).join();
    return closed();
  }

  /// Completes once a route is admitted, or none is and all are decided.
  private CompletableFuture<Void> opened(TableName table, CompletableFuture<Void> decided) {
    var opened = new CompletableFuture<Void>();
    Runnable look =
        () -> {
          if (!ports.gatekeeper().admitted(table).isEmpty()) {
            opened.complete(null);
          }
        };
    opening.add(look);
    look.run();
    var _ = decided.whenComplete((_, _) -> opened.complete(null));
    return opened;
  }

  /// Empty if at least one table is open and none that holds rows of this root is shut. A table
  /// whose routes wait for their accounts alone is not shut: the job waits with it.
  private Optional<ApiError> closed() {
    var shut = new ArrayList<TableName>();
    for (var table : TableName.values()) {
      if (ports.gatekeeper().admitted(table).isEmpty()) {
        shut.add(table);
      }
    }
    var project = board.job().project();
    return shut.stream()
        .filter(t -> ports.tables().table(t).counts(project).stored() > 0)
        .findFirst()
        .or(
            () ->
                shut.size() == TableName.values().length
                    ? Optional.of(shut.getFirst())
                    : Optional.empty())
        .filter(t -> !ports.closed().held(t))
        .map(t -> ports.closed().why(t, ports.tables().table(t).counts().stored()).error());
  }

  private void recount() {
    var count = Recount.of(ports, board.job().project());
    board.counts(c -> Counts.manifest(c, count.expected(), count.stored()));
  }

  private void finish() {
    var counts = board.job().counts();
    var state = Completion.of(counts.expected(), counts.stored(), counts.failed());
    board.end(state, reason(state, counts));
  }

  private static String reason(JobState state, JobCounts counts) {
    return switch (state) {
      case COMPLETED_WITH_FAILURES ->
          "%d chunks could not be embedded; each is named".formatted(counts.failed());
      case FAILED ->
          counts.stored() == 0
              ? "no chunk could be stored"
              : "%d of %d chunks have no vector; the next run goes on from here"
                  .formatted(
                      counts.expected() - counts.stored() - counts.failed(), counts.expected());
      case COMPLETED, RUNNING, PAUSED_NO_PROVIDER, PAUSED_NO_CREDIT, PAUSED_UNTIL, PAUSED_STOPPED ->
          "";
    };
  }
}
