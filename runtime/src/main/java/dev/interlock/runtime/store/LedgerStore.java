package dev.interlock.runtime.store;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.store.BlockRows.Missing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The ledger on disk: a durable row for each attempt, and ids of requests of which none is ever
/// unaccounted for (design §10).
///
/// Rows become durable in groups, a few milliseconds after they were noted, under load some 30.
/// Each id comes from a block that the disk knows of; a start after a crash counts the ids of open
/// blocks that have no row, says so, and keeps it. Rows are removed when they are older than what
/// is kept.
///
/// Thread: any; [#nextRequest] and [#note] are for event loops, all else blocks.
public final class LedgerStore implements Ledger, AutoCloseable {
  /// How often old rows are looked for.
  public static final Duration SWEEP = Duration.ofHours(1);

  /// Rows removed in one work, so that nobody waits long behind it.
  static final int SWEPT_AT_ONCE = 500;

  /// A used-up block is closed after this time: requests that run longer and then crash are told as
  /// without an attempt.
  private static final Duration SETTLED = Duration.ofHours(1);

  private static final Logger LOG = Logger.getLogger(LedgerStore.class.getName());

  private final Database database;
  private final Surroundings around;
  private final Duration keep;
  private final RequestBlocks blocks;
  private final Writing writing = new Writing();
  private final LedgerQueue queue;
  private final List<Consumer<Attempt>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /// What the ledger needs from outside.
  ///
  /// @param threads where rows are written and removed; tasks block
  public record Surroundings(WallClock clock, Scheduler scheduler, Executor threads) {}

  private LedgerStore(Database database, Surroundings around, Duration keep, long firstBlock) {
    this.database = database;
    this.around = around;
    this.keep = keep;
    this.queue =
        new LedgerQueue(new LedgerQueue.Threads(around.threads(), around.scheduler()), writing);
    this.blocks = new RequestBlocks(firstBlock, around.clock(), queue::wake);
  }

  /// Opens the ledger: counts what a crashed process left, tells it, and reserves the first ids.
  ///
  /// @param keep how long rows are kept
  /// @throws StoreException if the disk refuses
  public static LedgerStore open(Database database, Surroundings around, Duration keep) {
    var now = around.clock().now();
    var missing = database.write(connection -> BlockRows.reconcile(connection, now));
    if (!missing.none()) {
      LOG.warning(
          "the process before ended in the middle: %d requests have no row and count as lost,"
                  .formatted(missing.lost())
              + " %d ids more were lost or never used".formatted(missing.doubtful()));
    }
    var ledger = new LedgerStore(database, around, keep, database.read(BlockRows::free));
    ledger.writing.write(List.of());
    ledger.around.threads().execute(ledger::sweep);
    ledger.around.scheduler().after(SWEEP, ledger::tick);
    return ledger;
  }

  @Override
  public String nextRequest() {
    return blocks.next();
  }

  @Override
  public void note(Attempt attempt) {
    queue.note(attempt);
  }

  /// The one work that writes: blocks first, so that no row is durable before its id is reserved.
  private final class Writing implements LedgerQueue.Sink {
    @Override
    public boolean more() {
      return !blocks.unreserved().isEmpty();
    }

    @Override
    public void write(List<Attempt> rows) {
      var wanted = blocks.unreserved();
      database.write(
          connection -> {
            BlockRows.reserve(connection, wanted, around.clock().now());
            AttemptRows.insert(connection, rows);
            return rows.size();
          });
      blocks.reserved(wanted);
      rows.forEach(LedgerStore.this::tell);
    }
  }

  /// A listener that breaks must not look like a write that failed.
  private void tell(Attempt attempt) {
    for (var listener : listeners) {
      try {
        listener.accept(attempt);
      } catch (RuntimeException e) {
        LOG.log(Level.SEVERE, e, () -> "a listener to the ledger broke");
      }
    }
  }

  /// What is known of a request; rows noted before are waited for.
  public Inquiry request(String id) {
    queue.awaitWritten();
    var attempts = database.read(connection -> AttemptRows.of(connection, id));
    return attempts.isEmpty() ? withoutRow(RequestIds.place(id)) : new Inquiry.Recorded(attempts);
  }

  private Inquiry withoutRow(RequestIds.Place place) {
    var own = blocks.given(place.block());
    if (own.isPresent()) {
      return fate(place.place() < own.get(), Inquiry.Fate.OPEN);
    }
    return database
        .read(connection -> BlockRows.find(connection, place.block()))
        .map(
            stored ->
                stored.state().equals("crashed")
                    ? new Inquiry.WithoutRow(
                        place.place() < stored.given()
                            ? Inquiry.Fate.LOST
                            : Inquiry.Fate.LOST_OR_UNUSED)
                    : fate(place.place() < stored.given(), Inquiry.Fate.NO_ATTEMPT))
        .orElseGet(Inquiry.Unknown::new);
  }

  private static Inquiry fate(boolean given, Inquiry.Fate fate) {
    return given ? new Inquiry.WithoutRow(fate) : new Inquiry.Unknown();
  }

  /// The newest rows that a filter lets through, newest first; rows noted before are waited for.
  public List<Attempt> newest(LedgerFilter filter) {
    queue.awaitWritten();
    return database.read(connection -> AttemptRows.newest(connection, filter));
  }

  /// What the ledger does not have, so that nobody takes it for whole.
  ///
  /// @param dropped rows that this process dropped, since the disk could not keep up
  /// @param lost requests of crashed processes whose rows are lost
  /// @param lostOrUnused ids of crashed processes that were lost as well, or never used
  /// @param unreserved times that ids were given out before their block was durable
  public record Gaps(long dropped, long lost, long lostOrUnused, long unreserved) {}

  /// What the ledger does not have.
  public Gaps gaps() {
    Missing missing = database.read(BlockRows::missing);
    return new Gaps(queue.dropped(), missing.lost(), missing.doubtful(), blocks.early());
  }

  /// Has each attempt told once it is durable, in the order of the rows, on the writing thread:
  /// must be quick.
  ///
  /// @return ends it
  public Runnable listen(Consumer<Attempt> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private void tick() {
    if (!closed) {
      around.threads().execute(this::sweep);
      around.scheduler().after(SWEEP, this::tick);
    }
  }

  /// Removes what is older than what is kept, and closes blocks that were used up long ago.
  void sweep() {
    try {
      var now = around.clock().now();
      var old = blocks.settled(SETTLED);
      database.write(
          connection -> {
            BlockRows.close(connection, old, now);
            return old.size();
          });
      blocks.forget(old);
      expire(now.minus(keep));
    } catch (IllegalStateException | StoreException e) {
      if (!closed) {
        LOG.log(Level.WARNING, e, () -> "old rows of the ledger can't be removed");
      }
    }
  }

  private void expire(Instant before) {
    int removed = SWEPT_AT_ONCE;
    while (removed == SWEPT_AT_ONCE && !closed) {
      removed = database.write(connection -> AttemptRows.expire(connection, before, SWEPT_AT_ONCE));
    }
    database.write(connection -> AttemptTerms.expire(connection, before));
    database.write(connection -> BlockRows.expire(connection, before));
  }

  /// Writes what is left and closes the blocks exactly: a start after this misses nothing.
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    queue.close();
    var all = blocks.all();
    database.write(
        connection -> {
          BlockRows.close(connection, all, around.clock().now());
          return all.size();
        });
  }
}
