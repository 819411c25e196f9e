package dev.interlock.server.jobs;

import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.index.table.Tables;
import dev.interlock.runtime.account.Holds;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Lapse;
import dev.interlock.runtime.gate.Lapses;
import dev.interlock.runtime.store.Repair;
import dev.interlock.runtime.store.RepairRow;
import dev.interlock.runtime.store.RepairStore;
import dev.interlock.runtime.store.RowFate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Mends what a route has made since its last good check once one has failed: names the rows, takes
/// their vectors away so that no query meets them, and has them embedded again by an admitted route
/// (A5, design §4 Drift). Without one they stay findable by their words until one comes.
///
/// Each repair is durable from the alarm on and goes on after a restart. Thread: any; one pass over
/// the waiting rows at a time.
public final class Mender implements Lapses, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Mender.class.getName());

  /// When a pass that brought nothing is tried again, if the gate does not move before.
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private static final int BATCH = 64;

  private final Parts parts;
  private final PerTable<ReentrantLock> writing = PerTable.of(_ -> new ReentrantLock());
  private final List<Doubt> doubts = new CopyOnWriteArrayList<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private long moves;
  private boolean passing;
  private boolean again;
  private volatile boolean closed;

  /// What it works with.
  ///
  /// @param threads where it works; tasks block
  /// @param holds which routes can't be paid now
  public record Parts(
      Tables tables,
      Gatekeeper gatekeeper,
      RepairStore store,
      EmbeddingDoor door,
      Clerk clerk,
      JobPorts.Clocks clocks,
      Executor threads,
      Holds holds) {}

  /// Rows that must not be written any more.
  private record Doubt(long repair, TableName table, String verdict, long stretch) {
    boolean holds(TableName where, Provenance made) {
      return table == where && verdict.equals(made.verdict()) && made.stretch() >= stretch;
    }
  }

  public Mender(Parts parts) {
    this.parts = parts;
  }

  /// Goes on with what the last end of the server left open. Before any route is measured.
  public void start() {
    for (var repair : parts.store().unfinished()) {
      if (repair.namedAt().isEmpty()) {
        name(repair, repair.stretch());
      } else {
        doubts.add(new Doubt(repair.id(), repair.table(), repair.verdict(), repair.stretch()));
      }
    }
    parts.gatekeeper().lapses(this);
    parts.gatekeeper().onChange(this::pass);
  }

  @Override
  public void open(Lapse widest) {
    parts
        .store()
        .open(
            new RepairStore.Opening(
                widest.route(), widest.table(), widest.verdict(), widest.from(), widest.reason()),
            parts.clocks().wall().now());
  }

  @Override
  public void known(Lapse lapse) {
    parts.store().unfinished().stream()
        .filter(r -> r.namedAt().isEmpty() && r.verdict().equals(lapse.verdict()))
        .forEach(repair -> name(repair, lapse.from()));
    pass();
  }

  @Override
  public long made(TableName table, String verdict, long from) {
    return parts.tables().table(table).madeUnder(verdict, from).size();
  }

  /// From here on no row of the doubt is written, and those that are there are named before their
  /// vectors go.
  private void name(Repair repair, long stretch) {
    var table = parts.tables().table(repair.table());
    var mine = writing.get(repair.table());
    mine.lock();
    try {
      doubts.add(new Doubt(repair.id(), repair.table(), repair.verdict(), stretch));
      var ids = table.madeUnder(repair.verdict(), stretch);
      var rows = table.chunks(ids).stream().map(c -> row(c, RowFate.WAITING)).toList();
      parts.store().name(repair.id(), stretch, rows, parts.clocks().wall().now());
      // a row may have been given to an equal text meanwhile
      while (!ids.isEmpty()) {
        table.dropVectors(ids);
        table.commit();
        ids = table.madeUnder(repair.verdict(), stretch);
        var more = table.chunks(ids).stream().map(c -> row(c, RowFate.WAITING)).toList();
        parts.store().add(repair.id(), more);
      }
      LOG.warning(
          () ->
              "route %s drifted (%s): %d rows since its last good check lost their vectors (%s)"
                  .formatted(repair.route(), repair.reason(), rows.size(), repair.table().word()));
    } finally {
      mine.unlock();
    }
    listeners.forEach(Runnable::run);
    move();
  }

  /// Runs whenever rows were named, on any thread; must be short.
  void onNamed(Runnable listener) {
    listeners.add(listener);
  }

  /// Whether a vector made by this must not be written.
  boolean inDoubt(TableName table, Provenance made) {
    return doubts.stream().anyMatch(d -> d.holds(table, made));
  }

  private static RepairRow row(Chunk chunk, RowFate fate) {
    return new RepairRow(
        chunk.id(), chunk.project(), chunk.path(), chunk.startLine(), chunk.endLine(), fate, "");
  }

  /// Writes vectors, but none in doubt, and makes them durable.
  ///
  /// @param made ids and vectors by who made them
  /// @return whose were not written: they have to be embedded again
  Set<Provenance> put(TableName name, Map<Provenance, Map<String, float[]>> made) {
    var table = parts.tables().table(name);
    var withheld = new HashSet<Provenance>();
    var mine = writing.get(name);
    mine.lock();
    try {
      made.forEach(
          (provenance, vectors) -> {
            var doubt = doubts.stream().filter(d -> d.holds(name, provenance)).findFirst();
            if (doubt.isEmpty()) {
              table.putVectors(vectors, provenance);
            } else {
              withheld.add(provenance);
              var rows = table.chunks(vectors.keySet());
              parts
                  .store()
                  .add(
                      doubt.get().repair(),
                      rows.stream().map(c -> row(c, RowFate.WITHHELD)).toList());
            }
          });
      table.commit();
    } finally {
      mine.unlock();
    }
    return withheld;
  }

  /// Whether rows of a project wait for a new vector.
  boolean open(String project) {
    return parts.store().open(project);
  }

  /// How often something moved; see [#awaitMove].
  long moves() {
    lock.lock();
    try {
      return moves;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until something has moved since then.
  void awaitMove(long since) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (moves == since) {
        moved.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Lets whoever waits look again.
  void move() {
    lock.lock();
    try {
      moves++;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The newest repairs, newest first.
  public List<Repair> newest(int limit) {
    return parts.store().newest(limit);
  }

  /// The last repair of a route's rows in a table.
  public Optional<Repair> latest(String route, TableName table) {
    return parts.store().latest(route, table);
  }

  /// The repair of that id.
  public Optional<Repair> find(long id) {
    return parts.store().byId(id);
  }

  /// Its rows, by path.
  public List<RepairRow> rows(long id, int limit) {
    return parts.store().rows(id, limit);
  }

  /// Goes over the waiting rows, unless that is under way: then once more afterwards.
  private void pass() {
    move();
    lock.lock();
    try {
      again = passing;
      if (passing) {
        return;
      }
      passing = true;
    } finally {
      lock.unlock();
    }
    parts.threads().execute(this::passes);
  }

  private void passes() {
    boolean more = true;
    try {
      while (more) {
        parts.store().unfinished().stream()
            .filter(repair -> repair.namedAt().isPresent())
            .forEach(this::mend);
        more = takeAgain();
      }
    } catch (RuntimeException e) {
      broke(e);
    } finally {
      if (more) {
        takeAgain();
        stopped();
      }
    }
  }

  /// What breaks because the stores close is taken up by the next start.
  private void broke(RuntimeException e) {
    if (!closed) {
      LOG.log(Level.SEVERE, "mending rows broke; tried again later", e);
      parts.clocks().scheduler().after(AGAIN, this::pass);
    }
  }

  private boolean takeAgain() {
    lock.lock();
    try {
      boolean more = again;
      again = false;
      passing = more;
      return more;
    } finally {
      lock.unlock();
    }
  }

  private void stopped() {
    lock.lock();
    try {
      passing = false;
    } finally {
      lock.unlock();
    }
  }

  private void mend(Repair repair) {
    while (!closed) {
      var waiting = parts.store().waiting(repair.id(), BATCH);
      if (waiting.isEmpty()) {
        end(repair);
        return;
      }
      var open = looked(repair, waiting);
      if (!open.isEmpty() && !embed(repair, open)) {
        return;
      }
      move();
    }
  }

  private void end(Repair repair) {
    parts.store().end(repair.id(), parts.clocks().wall().now());
    var ended = parts.store().byId(repair.id()).orElseThrow();
    LOG.info(
        () ->
            "repair %d ended: of %d rows %d were embedded again, %d failed, %d are gone"
                .formatted(
                    ended.id(),
                    ended.rows(),
                    ended.rows(RowFate.EMBEDDED) + ended.rows(RowFate.WITHHELD),
                    ended.rows(RowFate.FAILED),
                    ended.rows(RowFate.GONE)));
    move();
  }

  /// Not while rows are being named: those have their old vectors until all are, and must not be
  /// taken for embedded again.
  private List<Chunk> looked(Repair repair, List<RepairRow> waiting) {
    var mine = writing.get(repair.table());
    mine.lock();
    try {
      return unsettled(repair, waiting);
    } finally {
      mine.unlock();
    }
  }

  /// The rows that still have no vector; the fate of the others is written.
  private List<Chunk> unsettled(Repair repair, List<RepairRow> waiting) {
    var table = parts.tables().table(repair.table());
    var chunks = table.chunks(waiting.stream().map(RepairRow::chunk).toList());
    var there = new HashSet<String>();
    chunks.forEach(c -> there.add(c.id()));
    var gone = waiting.stream().map(RepairRow::chunk).filter(id -> !there.contains(id)).toList();
    var stored = new HashSet<String>();
    waiting.stream()
        .map(RepairRow::project)
        .distinct()
        .forEach(p -> stored.addAll(table.storedIds(p)));
    fate(repair, gone, RowFate.GONE, "");
    fate(repair, there.stream().filter(stored::contains).toList(), RowFate.EMBEDDED, "");
    return chunks.stream().filter(c -> !stored.contains(c.id())).toList();
  }

  private void fate(Repair repair, Collection<String> ids, RowFate fate, String words) {
    if (!ids.isEmpty()) {
      parts.store().fate(repair.id(), ids, fate, words);
    }
  }

  /// @return whether any row's fate is known now that was not before
  private boolean embed(Repair repair, List<Chunk> rows) {
    for (var admission : parts.gatekeeper().admitted(repair.table())) {
      if (parts.holds().of(admission.route()).isPresent()) {
        continue;
      }
      switch (parts.door().embed(admission, texts(repair, admission, rows))) {
        case DoorOutcome.Withdrawn _ -> {}
        case DoorOutcome.TooLong tooLong ->
            throw new IllegalStateException("bulk texts are judged one by one: " + tooLong);
        case DoorOutcome.Carried carried -> {
          if (settle(repair, admission, rows, carried)) {
            return true;
          }
        }
      }
    }
    if (!parts.gatekeeper().admitted(repair.table()).isEmpty()) {
      parts.clocks().scheduler().after(AGAIN, this::pass);
    }
    return false;
  }

  private Texts texts(Repair repair, Admission admission, List<Chunk> rows) {
    var recipe = parts.gatekeeper().space(repair.table()).orElseThrow().recipe();
    var role = repair.table().role().word();
    var project = Optional.of(rows.getFirst().project());
    var trail =
        parts
            .clerk()
            .own(AttemptKind.INDEX, new Asker(Asker.OURSELVES, project, Optional.of(role)), role);
    return new Texts(
        rows.stream().map(c -> recipe.document(c.vectorText())).toList(),
        Urgency.BULK,
        trail,
        parts.gatekeeper().decision(admission));
  }

  private boolean settle(
      Repair repair, Admission admission, List<Chunk> rows, DoorOutcome.Carried carried) {
    var vectors = new HashMap<String, float[]>();
    var blamed = new ArrayList<Chunk>();
    for (int i = 0; i < rows.size(); i++) {
      var id = rows.get(i).id();
      switch (carried.texts().get(i)) {
        case TextOutcome.Embedded embedded -> vectors.put(id, embedded.unit());
        case TextOutcome.Failed failure when failure.fault().ofTheRoute() -> {}
        case TextOutcome.Failed failure when rows.size() == 1 -> {
          fate(repair, List.of(id), RowFate.FAILED, failure.message());
          return true;
        }
        case TextOutcome.Failed _ -> blamed.add(rows.get(i));
      }
    }
    var made =
        new Provenance(
            admission.route(),
            carried.model().orElse(""),
            admission.verdictId(),
            "repair-" + repair.id(),
            carried.stretches().stream().mapToLong(Long::longValue).max().orElse(0));
    boolean written = put(repair.table(), Map.of(made, vectors)).isEmpty() && !vectors.isEmpty();
    if (written) {
      fate(repair, vectors.keySet(), RowFate.EMBEDDED, "");
    }
    // one bad text may have spoilt its whole call
    boolean alone = false;
    for (var chunk : blamed) {
      alone |= embed(repair, List.of(chunk));
    }
    return written || alone;
  }

  /// Asks for no further row; what waits goes on after the next start.
  @Override
  public void close() {
    closed = true;
  }
}
