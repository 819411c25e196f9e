package dev.interlock.runtime.account;

import dev.interlock.core.money.Cost;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.account.Till.Lost;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// Finds out what lost calls have cost (decision 014): by the provider's own record of the call,
/// where it has one and told its id; else by what the key was billed besides, once that is known;
/// else, after [#WRITTEN_OFF], they count as spent at the most that they can have cost.
///
/// Thread: any; nothing blocks.
public final class Reconciler {
  /// How often lost calls are looked at, if there is nothing to ask for sooner.
  static final Duration LOOK = Duration.ofMinutes(1);

  /// A record is there a short while after its call: it is asked for again after so long, and then
  /// after twice as long each time, up to [#LOOK].
  static final Duration AGAIN = Duration.ofSeconds(1);

  /// Records that are asked for at once: questions pass other calls of their account.
  private static final int AT_ONCE = 4;

  /// After so long nobody asks any more: longer than a call lasts, and than records take.
  public static final Duration WRITTEN_OFF = Duration.ofHours(1);

  private static final Logger LOG = Logger.getLogger(Reconciler.class.getName());

  private final Till till;
  private final Records records;
  private final Ticker ticker;
  private final Scheduler scheduler;
  private final Mailbox mailbox = new Mailbox();
  private final Map<String, Search> searches = new LinkedHashMap<>();
  private int asking;
  private volatile boolean closed;

  /// The search for one call's record. Owner thread: the mailbox.
  private static final class Search {
    private final long sinceNanos;
    private long nextNanos;
    private long pauseNanos = AGAIN.toNanos();
    private boolean asked;

    private Search(long now) {
      sinceNanos = now;
      nextNanos = now;
    }

    private boolean due(long now) {
      return !asked && now - nextNanos >= 0;
    }

    private void ask(long now) {
      asked = true;
      nextNanos = now + pauseNanos;
      pauseNanos = Math.min(2 * pauseNanos, LOOK.toNanos());
    }
  }

  /// The providers' own records of calls.
  @FunctionalInterface
  public interface Records {
    /// Asks for the record of a call by the provider's id; told once, on any thread, empty if there
    /// is none (yet). Must not block.
    void ask(Lost call, Consumer<Optional<Cost>> told);

    /// What an account's key was billed would settle calls: it is looked at now, and the [Till] is
    /// told. Nothing, where no such figure can be asked for. Must not block.
    default void look(String account) {}
  }

  public Reconciler(Till till, Records records, Ticker ticker, Scheduler scheduler) {
    this.till = till;
    this.records = records;
    this.ticker = ticker;
    this.scheduler = scheduler;
  }

  /// Looks now, and then from time to time.
  public void start() {
    mailbox.put(this::again);
  }

  private void again() {
    if (!closed) {
      look();
      till.worthALook(records::look);
      scheduler.after(pause(), this::start);
    }
  }

  private Duration pause() {
    long now = ticker.nanos();
    return Duration.ofNanos(
        searches.values().stream()
            .mapToLong(search -> search.nextNanos - now)
            .filter(left -> left > 0)
            .reduce(LOOK.toNanos(), Math::min));
  }

  private void look() {
    var lost = new LinkedHashMap<String, Lost>();
    till.lost().forEach(call -> lost.put(call.charge().id(), call));
    searches.keySet().retainAll(lost.keySet());
    long now = ticker.nanos();
    lost.forEach(
        (id, call) -> {
          var search = searches.computeIfAbsent(id, _ -> new Search(now));
          if (now - search.sinceNanos >= WRITTEN_OFF.toNanos()) {
            writeOff(call);
          } else if (call.generation().isEmpty()) {
            search.nextNanos = now;
          } else if (search.due(now) && asking < AT_ONCE) {
            search.ask(now);
            asking++;
            records.ask(call, cost -> mailbox.put(() -> told(id, cost)));
          }
        });
  }

  private void told(String id, Optional<Cost> cost) {
    asking--;
    Optional.ofNullable(searches.get(id)).ifPresent(search -> search.asked = false);
    cost.ifPresent(known -> till.settle(id, Optional.of(known)));
    look();
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
