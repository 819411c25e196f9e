package dev.interlock.runtime.account;

import dev.interlock.core.money.Cost;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.account.Till.Lost;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// Finds out what lost calls have cost (decision 014): by the provider's own record of the call,
/// where it has one and told its id; else, after [#WRITTEN_OFF], they count as spent at the most
/// that they can have cost.
///
/// Thread: any; nothing blocks.
public final class Reconciler {
  /// How often lost calls are looked at. A record is there a short while after its call.
  static final Duration LOOK = Duration.ofMinutes(1);

  /// After so long nobody asks any more: longer than a call lasts, and than records take.
  public static final Duration WRITTEN_OFF = Duration.ofHours(1);

  private static final Logger LOG = Logger.getLogger(Reconciler.class.getName());

  private final Till till;
  private final Records records;
  private final Ticker ticker;
  private final Scheduler scheduler;
  private final Mailbox mailbox = new Mailbox();
  private final Map<String, Long> since = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private volatile boolean closed;

  /// The providers' own records of calls.
  @FunctionalInterface
  public interface Records {
    /// No provider keeps any.
    Records NONE = (_, told) -> told.accept(Optional.empty());

    /// Asks for the record of a call by the provider's id; told once, on any thread, empty if there
    /// is none (yet). Must not block.
    void ask(Lost call, Consumer<Optional<Cost>> told);
  }

  public Reconciler(Till till, Records records, Ticker ticker, Scheduler scheduler) {
    this.till = till;
    this.records = records;
    this.ticker = ticker;
    this.scheduler = scheduler;
  }

  /// Looks now, and then every minute.
  public void start() {
    mailbox.put(this::look);
    scheduler.after(LOOK, this::again);
  }

  private void again() {
    if (!closed) {
      start();
    }
  }

  private void look() {
    var lost = new HashMap<String, Lost>();
    till.lost().forEach(call -> lost.put(call.charge().id(), call));
    since.keySet().retainAll(lost.keySet());
    asked.retainAll(lost.keySet());
    long now = ticker.nanos();
    lost.forEach(
        (id, call) -> {
          if (now - since.computeIfAbsent(id, _ -> now) >= WRITTEN_OFF.toNanos()) {
            writeOff(call);
          } else if (call.generation().isPresent() && asked.add(id)) {
            records.ask(call, cost -> mailbox.put(() -> told(id, cost)));
          }
        });
  }

  private void told(String id, Optional<Cost> cost) {
    asked.remove(id);
    cost.ifPresent(known -> till.settle(id, Optional.of(known)));
  }

  /// A call that was let through without a price has no worst case either.
  private void writeOff(Lost call) {
    var worst = call.charge().worst();
    LOG.warning(
        "nobody knows what call %s to %s on account %s cost; it counts as %s"
            .formatted(
                call.charge().id(),
                call.charge().model(),
                call.charge().account(),
                worst.nanos() == 0 ? "a call without price" : worst.toString()));
    till.settle(
        call.charge().id(),
        worst.nanos() == 0 ? Optional.empty() : Optional.of(new Cost(worst, Cost.Basis.ESTIMATE)));
  }

  /// Looks no more.
  public void close() {
    closed = true;
  }
}
