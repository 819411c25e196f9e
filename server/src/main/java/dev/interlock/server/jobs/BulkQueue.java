package dev.interlock.server.jobs;

import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.gate.Gatekeeper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/// The queue of one role: jobs offer texts, and each admitted route pulls its next batch when it is
/// free (A13).
///
/// A route that is lost gives its texts back to the front of the queue; another one, or the same
/// after the probes have passed again, takes them. Thread: any; the queue itself is guarded by one
/// lock.
final class BulkQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<BulkItem> waiting = new ArrayDeque<>();
  private final Map<String, Crew> crews = new HashMap<>();
  private final TableName table;
  private final Gatekeeper gatekeeper;
  private final EmbeddingDoor door;
  private final Clerk clerk;
  private final Executor threads;

  /// The way out, and who writes down what goes it.
  record Outward(EmbeddingDoor door, Clerk clerk) {}

  /// The pullers of one route under one admission.
  private static final class Crew {
    final Admission admission;
    int pullers;

    Crew(Admission admission) {
      this.admission = admission;
    }
  }

  BulkQueue(TableName table, Gatekeeper gatekeeper, Outward outward, Executor threads) {
    this.table = table;
    this.gatekeeper = gatekeeper;
    this.door = outward.door();
    this.clerk = outward.clerk();
    this.threads = threads;
    gatekeeper.onChange(this::staff);
  }

  /// Adds texts at the end.
  void offer(List<BulkItem> items) {
    locked(() -> waiting.addAll(items));
    staff();
  }

  /// Takes a job's texts out; those under way are still delivered.
  void withdraw(BulkItem.Sink job) {
    locked(() -> waiting.removeIf(item -> item.job().equals(job)));
  }

  /// Gives each admitted route as many pullers as its mode allows, if there is something to pull.
  private void staff() {
    var admissions = gatekeeper.admitted(table);
    lock.lock();
    try {
      for (var admission : admissions) {
        var crew = crews.get(admission.route());
        if (crew == null || crew.admission.epoch() != admission.epoch()) {
          crew = new Crew(admission);
          crews.put(admission.route(), crew);
        }
        hire(crew);
      }
    } finally {
      lock.unlock();
    }
  }

  private void hire(Crew crew) {
    int batches = Math.ceilDiv(waiting.size(), crew.admission.mode().batch());
    int wanted = Math.min(crew.admission.mode().concurrency(), batches);
    while (crew.pullers < wanted) {
      crew.pullers++;
      threads.execute(() -> pull(crew));
    }
  }

  private void pull(Crew crew) {
    while (true) {
      var batch = next(crew);
      if (batch.isEmpty()) {
        return;
      }
      try {
        carry(crew.admission, batch);
      } catch (RuntimeException | Error e) {
        leave(crew, batch);
        throw e;
      }
    }
  }

  /// The next batch, or nothing and the puller has left the crew.
  private List<BulkItem> next(Crew crew) {
    boolean holds = gatekeeper.holds(crew.admission);
    lock.lock();
    try {
      var batch = new ArrayList<BulkItem>();
      while (holds && fits(batch, crew.admission.mode().batch())) {
        batch.add(waiting.removeFirst());
      }
      if (batch.isEmpty()) {
        crew.pullers--;
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /// Whether the next text goes into the batch: there is room, and it is of the same job, so that a
  /// call in the ledger is of one project.
  private boolean fits(List<BulkItem> batch, int size) {
    return !waiting.isEmpty()
        && batch.size() < size
        && (batch.isEmpty() || batch.getFirst().job().equals(waiting.getFirst().job()));
  }

  private void leave(Crew crew, List<BulkItem> batch) {
    locked(
        () -> {
          crew.pullers--;
          giveBack(batch);
        });
  }

  private void carry(Admission admission, List<BulkItem> batch) {
    var texts =
        new Texts(
            batch.stream().map(BulkItem::text).toList(),
            Urgency.BULK,
            trail(batch.getFirst().job()),
            decision(admission));
    switch (door.embed(admission, texts)) {
      case DoorOutcome.Withdrawn _ -> locked(() -> giveBack(batch));
      case DoorOutcome.TooLong tooLong ->
          throw new IllegalStateException("bulk texts are judged one by one: " + tooLong);
      case DoorOutcome.Carried carried -> deliver(admission, batch, carried);
    }
  }

  /// Each batch is a request of its own: a job may make thousands of calls.
  private Trail trail(BulkItem.Sink job) {
    var role = table.role().word();
    var asker = new Asker(Asker.OURSELVES, Optional.of(job.project()), Optional.of(role));
    return clerk.own(AttemptKind.INDEX, asker, role);
  }

  private Decision decision(Admission admission) {
    return gatekeeper.admitted(table).size() > 1
        ? Decision.AGGREGATE
        : gatekeeper.decision(admission);
  }

  private void deliver(Admission admission, List<BulkItem> batch, DoorOutcome.Carried carried) {
    if (nothingEmbedded(carried) && !soundStill(admission)) {
      locked(() -> giveBack(batch));
      return;
    }
    var back = new ArrayList<BulkItem>();
    for (int i = 0; i < batch.size(); i++) {
      var item = batch.get(i);
      switch (carried.texts().get(i)) {
        case TextOutcome.Embedded embedded ->
            item.job().embedded(item, embedded.unit(), provenance(admission, carried, item));
        case TextOutcome.Failed failed when failed.fault().ofTheRoute() -> back.add(item);
        case TextOutcome.Failed failed -> item.job().failed(item, failed.fault(), failed.message());
      }
    }
    locked(() -> giveBack(back));
  }

  private static boolean nothingEmbedded(DoorOutcome.Carried carried) {
    return carried.texts().stream().noneMatch(t -> t instanceof TextOutcome.Embedded);
  }

  /// A batch that failed whole says as much about the route as about its texts: the canaries tell
  /// which (design §4 Drift, "after an error burst").
  private boolean soundStill(Admission admission) {
    gatekeeper.canaries(table).join();
    return gatekeeper.holds(admission);
  }

  private static Provenance provenance(
      Admission admission, DoorOutcome.Carried carried, BulkItem item) {
    return new Provenance(
        admission.route(),
        carried.model().orElse(""),
        admission.verdictId(),
        item.job().id(),
        carried.stretch());
  }

  /// Under the lock, so that nothing of a job comes back after it was withdrawn.
  private void giveBack(List<BulkItem> items) {
    for (var item : items.reversed()) {
      if (!item.job().gone()) {
        waiting.addFirst(item);
      }
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }
}
