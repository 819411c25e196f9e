package dev.interlock.server.jobs;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.job.JobState;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.JobFailure;
import dev.interlock.server.gate.Closed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The second half of a job: offers the texts that have no vector yet to their roles' queues and
/// writes what comes back, in durable batches, until each has a vector or a named failure.
///
/// Owned by the run's thread; pullers and the gatekeeper send it events.
final class Embedding implements BulkItem.Sink {
  /// Rows of one durable batch: what `kill -9` may cost at the most, beside what is under way.
  static final int COMMIT_ROWS = 64;

  private static final long COMMIT_NANOS = 2_000_000_000L;
  private static final int WINDOW = 1_024;

  /// What may happen while texts are out.
  private sealed interface Event {
    record Embedded(BulkItem item, float[] unit, Provenance provenance) implements Event {}

    record Failed(BulkItem item, Fault fault, String message) implements Event {}

    record GateMoved() implements Event {}

    record Leave() implements Event {}
  }

  private final JobPorts ports;
  private final PerTable<BulkQueue> queues;
  private final Board board;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final PerTable<Deque<List<String>>> unoffered = PerTable.of(_ -> new ArrayDeque<>());
  private final Map<BulkItem, TableName> out = new HashMap<>();
  private final List<Event.Embedded> unwritten = new ArrayList<>();
  private long committedAt;
  private boolean leaving;
  private volatile boolean gone;

  Embedding(JobPorts ports, PerTable<BulkQueue> queues, Board board) {
    this.ports = ports;
    this.queues = queues;
    this.board = board;
    this.committedAt = ports.clocks().ticker().nanos();
  }

  @Override
  public String id() {
    return board.job().id();
  }

  @Override
  public String project() {
    return board.job().project();
  }

  @Override
  public boolean gone() {
    return gone;
  }

  @Override
  public void embedded(BulkItem item, float[] unit, Provenance provenance) {
    events.add(new Event.Embedded(item, unit, provenance));
  }

  @Override
  public void failed(BulkItem item, Fault fault, String message) {
    events.add(new Event.Failed(item, fault, message));
  }

  void gateMoved() {
    events.add(new Event.GateMoved());
  }

  /// Ends the work after what has come back is written; the rest waits for the next run.
  void leave() {
    events.add(new Event.Leave());
  }

  /// Embeds everything that is missing.
  ///
  /// @return false if it was told to leave before
  boolean run() throws InterruptedException {
    for (var table : TableName.values()) {
      unoffered.get(table).addAll(missing(table));
    }
    standing();
    while (!leaving && outstanding()) {
      offer();
      take(events.take());
      if (due()) {
        write();
      }
    }
    gone = true;
    queues.values().forEach(queue -> queue.withdraw(this));
    write();
    return !leaving;
  }

  /// Ids without a vector, grouped by equal text.
  private Collection<List<String>> missing(TableName table) {
    var project = board.job().project();
    var stored = ports.tables().table(table).storedIds(project);
    var byHash = new LinkedHashMap<String, List<String>>();
    ports
        .manifest()
        .eachRow(
            project,
            row -> {
              if (row.table() == table && !stored.contains(row.chunk())) {
                byHash.computeIfAbsent(row.hash(), _ -> new ArrayList<>()).add(row.chunk());
              }
            });
    return byHash.values();
  }

  private boolean outstanding() {
    return !out.isEmpty() || unoffered.values().stream().anyMatch(ids -> !ids.isEmpty());
  }

  /// Keeps a bounded number of texts in the queues, so that a large root needs no more memory than
  /// a small one.
  private void offer() {
    for (var table : TableName.values()) {
      var waiting = unoffered.get(table);
      long alreadyOut = out.values().stream().filter(t -> t == table).count();
      if (waiting.isEmpty() || alreadyOut > WINDOW / 2) {
        continue;
      }
      var items = new ArrayList<BulkItem>();
      while (!waiting.isEmpty() && alreadyOut + items.size() < WINDOW) {
        item(table, waiting.removeFirst()).ifPresent(items::add);
      }
      items.forEach(item -> out.put(item, table));
      queues.get(table).offer(items);
    }
  }

  private Optional<BulkItem> item(TableName table, List<String> ids) {
    var recipe = ports.gatekeeper().space(table).map(s -> s.recipe());
    return ports
        .tables()
        .table(table)
        .chunk(ids.getFirst())
        .map(Chunk::vectorText)
        .map(text -> new BulkItem(ids, recipe.map(r -> r.document(text)).orElse(text), this));
  }

  private void take(Event event) {
    switch (event) {
      case Event.Embedded embedded -> {
        if (out.containsKey(embedded.item())) {
          unwritten.add(embedded);
        }
      }
      case Event.Failed failed -> giveUp(failed);
      case Event.GateMoved _ -> standing();
      case Event.Leave _ -> leaving = true;
    }
  }

  /// Running while at least one table with work has a route; else paused until one comes.
  private void standing() {
    var blocked = new ArrayList<TableName>();
    for (var table : TableName.values()) {
      boolean work = out.containsValue(table) || !unoffered.get(table).isEmpty();
      if (work && !ports.gatekeeper().admitted(table).isEmpty()) {
        board.state(JobState.RUNNING, "");
        return;
      }
      if (work) {
        blocked.add(table);
      }
    }
    if (!blocked.isEmpty()) {
      var table = blocked.getFirst();
      long rows = ports.tables().table(table).counts().stored();
      board.state(
          JobState.PAUSED_NO_PROVIDER, Closed.why(ports.gatekeeper(), table, rows).message());
    }
  }

  /// A full batch, an old one, or the last one: everything that is out has been answered.
  private boolean due() {
    long since = ports.clocks().ticker().nanos() - committedAt;
    return unwritten.size() >= COMMIT_ROWS
        || (!unwritten.isEmpty() && (since >= COMMIT_NANOS || unwritten.size() == out.size()));
  }

  private void write() {
    for (var table : TableName.values()) {
      var byProvenance = new HashMap<Provenance, Map<String, float[]>>();
      for (var embedded : unwritten) {
        if (out.get(embedded.item()) == table) {
          var vectors = byProvenance.computeIfAbsent(embedded.provenance(), _ -> new HashMap<>());
          embedded.item().chunkIds().forEach(id -> vectors.put(id, embedded.unit()));
        }
      }
      if (!byProvenance.isEmpty()) {
        var rows = ports.tables().table(table);
        byProvenance.forEach((provenance, vectors) -> rows.putVectors(vectors, provenance));
        rows.commit();
      }
    }
    tell();
    unwritten.clear();
    committedAt = ports.clocks().ticker().nanos();
  }

  private void tell() {
    for (var embedded : unwritten) {
      out.remove(embedded.item());
      board.counts(c -> Counts.embedded(c, 1, embedded.item().chunkIds().size()));
      board.embeddedBy(embedded.provenance().route(), 1);
    }
  }

  private void giveUp(Event.Failed failed) {
    var table = out.remove(failed.item());
    if (table == null) {
      return;
    }
    var failures =
        ports.tables().table(table).chunks(failed.item().chunkIds()).stream()
            .map(
                c ->
                    new JobFailure(
                        c.id(),
                        c.path(),
                        c.startLine(),
                        c.endLine(),
                        failed.fault().code(),
                        failed.message()))
            .toList();
    ports.jobs().addFailures(board.job().id(), failures);
    board.counts(c -> Counts.failed(c, failures.size()));
  }
}
