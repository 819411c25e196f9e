package dev.interlock.it.sim;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.Provenance;
import dev.interlock.server.jobs.BulkItem;
import dev.interlock.server.jobs.BulkQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// A job of one run of the server: offers the texts that have no row to the real queue, writes what
/// comes back in batches, and says that it is complete once the rows are there. It stands in for
/// the job engine, which needs files and an index.
final class Job implements BulkItem.Sink {
  private static final int BATCH = 64;
  private static final int WINDOW = 2_048;
  private static final long COMMIT_AFTER = 5 * Ground.SECOND;
  private static final long DISK = 4 * Ground.MILLI;
  private static final long LAST_CANARY = 30 * Ground.SECOND;

  private final Ground ground;
  private final Work work;
  private final Rows rows;
  private final BulkQueue queue;
  private final Seams.Habits habits;
  private final BooleanSupplier alive;
  private final Deque<String> unoffered;
  private final Set<BulkItem> out = new HashSet<>();
  private final Map<String, Rows.Made> unwritten = new HashMap<>();
  private final Map<String, BulkItem> items = new HashMap<>();
  private final Supplier<CompletableFuture<Void>> lastCheck;
  private boolean timed;
  private boolean checking;

  /// Where a job works.
  ///
  /// @param lastCheck has those who made its rows asked for a last canary
  /// @param alive whether the server still runs
  record Place(
      Rows rows,
      BulkQueue queue,
      Seams.Habits habits,
      Supplier<CompletableFuture<Void>> lastCheck,
      BooleanSupplier alive) {}

  Job(Ground ground, Work work, Place place) {
    this.ground = ground;
    this.work = work;
    this.rows = place.rows();
    this.queue = place.queue();
    this.habits = place.habits();
    this.lastCheck = place.lastCheck();
    this.alive = place.alive();
    this.unoffered = new ArrayDeque<>(missing());
  }

  private List<String> missing() {
    return rows.missing(work.manifest()).stream().filter(c -> !work.givenUp(c)).toList();
  }

  void start() {
    work.reopened();
    offer();
    settle();
  }

  @Override
  public String id() {
    return work.id();
  }

  @Override
  public String project() {
    return work.project();
  }

  @Override
  public boolean gone() {
    return !alive.getAsBoolean();
  }

  /// Rows of it were removed: their texts go into the queue again.
  void again(Set<String> chunks) {
    work.reopened();
    chunks.stream()
        .filter(chunk -> !items.containsKey(chunk) && !unoffered.contains(chunk))
        .forEach(unoffered::addLast);
    offer();
  }

  private void offer() {
    if (items.size() > WINDOW / 2) {
      return;
    }
    var fresh = new ArrayList<BulkItem>();
    while (!unoffered.isEmpty() && items.size() < WINDOW) {
      var chunk = unoffered.removeFirst();
      var item = new BulkItem(List.of(chunk), Rows.text(chunk), this);
      items.put(chunk, item);
      out.add(item);
      fresh.add(item);
    }
    if (!fresh.isEmpty()) {
      queue.offer(this, fresh, unoffered.size());
    }
  }

  @Override
  public void embedded(BulkItem item, float[] unit, Provenance provenance) {
    if (gone() || !told(item)) {
      return;
    }
    unwritten.put(item.chunkIds().getFirst(), new Rows.Made(unit, provenance));
    if (habits.trustsItsCount() && work.count() >= work.manifest().size()) {
      complete();
    }
    if (unwritten.size() >= BATCH || out.isEmpty()) {
      ground.after(DISK, this::write);
    } else if (!timed) {
      timed = true;
      ground.after(COMMIT_AFTER, this::write);
    }
  }

  @Override
  public void failed(BulkItem item, Fault fault, String message) {
    if (!gone() && told(item)) {
      var chunk = item.chunkIds().getFirst();
      items.remove(chunk);
      work.giveUp(chunk);
      work.count();
      settle();
    }
  }

  private boolean told(BulkItem item) {
    boolean first = out.remove(item);
    ground
        .verdict()
        .check(first, Rule.ENDINGS, () -> "%s: a text ends twice: %s".formatted(id(), item.text()));
    return first;
  }

  private void write() {
    timed = false;
    if (gone() || unwritten.isEmpty()) {
      return;
    }
    var withheld = rows.put(unwritten);
    unwritten.keySet().forEach(items::remove);
    unwritten.clear();
    if (!withheld.isEmpty()) {
      again(withheld);
    }
    offer();
    settle();
  }

  private void settle() {
    if (whole() && !checking && !work.completed()) {
      checking = true;
      var check = lastCheck.get();
      var _ = check.whenComplete((_, _) -> checked());
      ground.after(LAST_CANARY, () -> check.complete(null));
    }
  }

  private boolean whole() {
    return items.isEmpty() && unoffered.isEmpty() && missing().isEmpty();
  }

  private void checked() {
    checking = false;
    if (!gone() && whole()) {
      complete();
    }
  }

  private void complete() {
    if (!work.completed()) {
      work.completed(ground.now());
      ground
          .verdict()
          .check(
              missing().isEmpty(),
              Rule.COMPLETE,
              () ->
                  "%s is complete without %d of its %d rows"
                      .formatted(id(), missing().size(), work.manifest().size()));
    }
  }
}
