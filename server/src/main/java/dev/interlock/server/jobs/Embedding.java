package dev.interlock.server.jobs;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.Chunk;
import dev.interlock.core.table.PerTable;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.JobFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/// The second half of a job: offers the texts that have no vector yet to their roles' queues and
/// writes what comes back, in durable batches, until each has a vector or a named failure.
///
/// Owned by the run's thread; pullers and the gatekeeper send it events.
final class Embedding implements BulkItem.Sink {
  /// Texts of one durable batch: what `kill -9` may cost at the most, beside what is under way.
  /// Every batch becomes a segment that is merged later, so small ones cost as much as embedding.
  static final int COMMIT_TEXTS = 512;

  /// How long an answer may wait for its batch to fill, whether or not another one comes.
  static final Duration COMMIT_AFTER = Duration.ofSeconds(5);

  /// Texts of a table that are out at once: a batch that waits for the disk, and enough beside it.
  private static final int WINDOW = 4 * COMMIT_TEXTS;

  /// What may happen while texts are out.
  private sealed interface Event {
    record Embedded(BulkItem item, float[] unit, Provenance provenance) implements Event {}

    record Failed(BulkItem item, Fault fault, String message) implements Event {}

    record GateMoved() implements Event {}

    /// A batch may have become old.
    record Aged() implements Event {}

    record Leave() implements Event {}
  }

  private final JobPorts ports;
  private final PerTable<BulkQueue> queues;
  private final Board board;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final PerTable<Deque<List<String>>> unoffered = PerTable.of(_ -> new ArrayDeque<>());
  private final PerTable<Set<BulkItem>> out = PerTable.of(_ -> new HashSet<>());
  private final List<Event.Embedded> unwritten = new ArrayList<>();
  private long oldest;
  private boolean leaving;
  private boolean resting;
  private volatile boolean gone;

  Embedding(JobPorts ports, PerTable<BulkQueue> queues, Board board) {
    this.ports = ports;
    this.queues = queues;
    this.board = board;
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
    board.embedsAgain(unoffered.values().stream().mapToLong(t -> Math.min(t.size(), WINDOW)).sum());
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
    return underWay() > 0 || unoffered.values().stream().anyMatch(ids -> !ids.isEmpty());
  }

  private int underWay() {
    return out.values().stream().mapToInt(Set::size).sum();
  }

  private Optional<TableName> tableOf(BulkItem item) {
    return Stream.of(TableName.values()).filter(t -> out.get(t).contains(item)).findFirst();
  }

  /// Keeps a bounded number of texts in the queues, so that a large root needs no more memory than
  /// a small one.
  private void offer() {
    for (var table : TableName.values()) {
      var waiting = unoffered.get(table);
      int alreadyOut = out.get(table).size();
      if (waiting.isEmpty() || alreadyOut > WINDOW / 2) {
        continue;
      }
      var items = new ArrayList<BulkItem>();
      while (!waiting.isEmpty() && alreadyOut + items.size() < WINDOW) {
        item(table, waiting.removeFirst()).ifPresent(items::add);
      }
      out.get(table).addAll(items);
      queues.get(table).offer(this, items, waiting.size());
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
        if (tableOf(embedded.item()).isPresent()) {
          keep(embedded);
        }
      }
      case Event.Failed failed -> giveUp(failed);
      case Event.GateMoved _ -> {
        if (anyInDoubt()) {
          write();
        }
        standing();
      }
      case Event.Aged _ -> {}
      case Event.Leave _ -> leaving = true;
    }
  }

  private void keep(Event.Embedded embedded) {
    if (unwritten.isEmpty()) {
      oldest = ports.clocks().ticker().nanos();
      ports.clocks().scheduler().after(COMMIT_AFTER, () -> events.add(new Event.Aged()));
    }
    unwritten.add(embedded);
  }

  /// Running while at least one table with work has a route; else paused until one comes.
  private void standing() {
    resting = false;
    var blocked = new ArrayList<Standstill>();
    for (var table : TableName.values()) {
      boolean work = !out.get(table).isEmpty() || !unoffered.get(table).isEmpty();
      var why = work ? standstill(table) : Optional.<Standstill>empty();
      if (work && why.isEmpty()) {
        board.running();
        return;
      }
      why.ifPresent(blocked::add);
    }
    if (!blocked.isEmpty()) {
      resting = true;
      board.paused(blocked.getFirst());
    }
  }

  /// Why nobody works on a table's texts; empty if somebody does.
  private Optional<Standstill> standstill(TableName table) {
    if (ports.gatekeeper().admitted(table).isEmpty()) {
      long rows = ports.tables().table(table).counts().stored();
      var why = ports.closed().why(table, rows).error().message();
      return Optional.of(Standstill.noProvider(why));
    }
    return queues.get(table).standstill();
  }

  /// A full batch, an old one, or the last one for now: everything that is out has been answered,
  /// or will not be for a while.
  private boolean due() {
    if (unwritten.isEmpty()) {
      return false;
    }
    long age = ports.clocks().ticker().nanos() - oldest;
    return resting
        || unwritten.size() >= COMMIT_TEXTS
        || age >= COMMIT_AFTER.toNanos()
        || unwritten.size() == underWay();
  }

  private void write() {
    for (var table : TableName.values()) {
      var byProvenance = new HashMap<Provenance, Map<String, float[]>>();
      for (var embedded : unwritten) {
        if (out.get(table).contains(embedded.item())) {
          var vectors = byProvenance.computeIfAbsent(embedded.provenance(), _ -> new HashMap<>());
          embedded.item().chunkIds().forEach(id -> vectors.put(id, embedded.unit()));
        }
      }
      if (!byProvenance.isEmpty()) {
        askAgain(table, ports.mender().put(table, byProvenance));
      }
    }
    tell();
    unwritten.clear();
  }

  private boolean anyInDoubt() {
    return unwritten.stream()
        .anyMatch(
            e ->
                tableOf(e.item())
                    .filter(t -> ports.mender().inDoubt(t, e.provenance()))
                    .isPresent());
  }

  /// Vectors in doubt were not written: their texts go into the queue again.
  private void askAgain(TableName table, Set<Provenance> withheld) {
    if (withheld.isEmpty()) {
      return;
    }
    var again =
        unwritten.stream()
            .filter(e -> out.get(table).contains(e.item()) && withheld.contains(e.provenance()))
            .toList();
    unwritten.removeAll(again);
    var items = again.stream().map(Event.Embedded::item).toList();
    queues.get(table).offer(this, items, unoffered.get(table).size());
  }

  private void tell() {
    var byRoute = new LinkedHashMap<String, Integer>();
    long rows = 0;
    for (var embedded : unwritten) {
      out.values().forEach(items -> items.remove(embedded.item()));
      byRoute.merge(embedded.provenance().route(), 1, Integer::sum);
      rows += embedded.item().chunkIds().size();
    }
    long stored = rows;
    byRoute.forEach(board::embeddedBy);
    board.counts(c -> Counts.embedded(c, unwritten.size(), stored));
  }

  private void giveUp(Event.Failed failed) {
    tableOf(failed.item()).ifPresent(table -> giveUp(table, failed));
  }

  private void giveUp(TableName table, Event.Failed failed) {
    out.get(table).remove(failed.item());
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
