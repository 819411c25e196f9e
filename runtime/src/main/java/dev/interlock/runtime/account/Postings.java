package dev.interlock.runtime.account;

import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// A till's entries on their way to the disk: which of them share a commit, and what becomes of
/// them where the disk refuses. One commit at a time: it takes all that is there once its thread
/// runs, so that the busier the machine, the more of them share one.
///
/// Thread: the till's mailbox, but for [#close] and the thread that writes.
final class Postings {
  /// How long settlements wait for a reservation to share its commit with.
  static final Duration REST = Duration.ofMillis(5);

  /// When entries that the disk refused are tried again.
  static final Duration RETRY = Duration.ofSeconds(1);

  private static final Logger LOG = Logger.getLogger(Postings.class.getName());

  private final MoneyBook book;
  private final Till.Surroundings around;
  private final Mailbox mailbox;
  private final Consumer<Purchase> unreserved;

  /// Ids of calls that no entry on its way bears yet; of most, a settlement is there first.
  private final Map<String, String> names = new LinkedHashMap<>();

  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
  private final Deque<Pending> pending = new ConcurrentLinkedDeque<>();
  private boolean writing;
  private boolean resting;
  private boolean troubled;
  private boolean closing;

  /// Who waits for a reservation to be durable.
  record Purchase(String id, Till.Buyer buyer) {}

  private record Pending(MoneyEntry entry, Optional<Purchase> purchase) {}

  /// @param unreserved told of purchases that the disk refused
  Postings(
      MoneyBook book, Till.Surroundings around, Mailbox mailbox, Consumer<Purchase> unreserved) {
    this.book = book;
    this.around = around;
    this.mailbox = mailbox;
    this.unreserved = unreserved;
  }

  /// Whether nothing is bought any more.
  boolean closing() {
    return closing;
  }

  /// A reservation somebody waits for: it is written at once.
  void buy(MoneyEntry.Reserved entry, Till.Buyer buyer) {
    pending.add(new Pending(entry, Optional.of(new Purchase(entry.id(), buyer))));
    flush();
  }

  /// An entry that nobody waits for.
  void note(MoneyEntry entry) {
    pending.add(new Pending(entry, Optional.empty()));
    flushSoon();
  }

  /// The provider's own id of a call.
  void name(String id, String generation) {
    names.put(id, generation);
    flushSoon();
  }

  /// Takes a call's name out, if it is not on its way yet: its settlement bears it.
  Optional<String> takeName(String id) {
    return Optional.ofNullable(names.remove(id));
  }

  private void flushSoon() {
    if (closing) {
      flush();
    } else if (!writing && !resting) {
      rest(REST);
    }
  }

  private void rest(Duration time) {
    resting = true;
    around.scheduler().after(time, () -> mailbox.put(this::rested));
  }

  private void rested() {
    resting = false;
    flush();
  }

  private void flush() {
    if (writing) {
      return;
    }
    names.forEach(
        (id, name) -> pending.add(new Pending(new MoneyEntry.Named(id, name), Optional.empty())));
    names.clear();
    if (pending.isEmpty()) {
      if (closing) {
        closed.complete(true);
      }
      return;
    }
    writing = true;
    try {
      around.threads().execute(this::write);
    } catch (RejectedExecutionException e) {
      var batch = takeAll();
      mailbox.put(() -> written(batch, Optional.of(e)));
    }
  }

  private List<Pending> takeAll() {
    var all = new ArrayList<Pending>();
    for (var next = pending.poll(); next != null; next = pending.poll()) {
      all.add(next);
    }
    return all;
  }

  /// On a thread of its own.
  private void write() {
    var batch = takeAll();
    Optional<RuntimeException> failure = Optional.empty();
    try {
      book.write(batch.stream().map(Pending::entry).toList());
    } catch (RuntimeException e) {
      failure = Optional.of(e);
    }
    var ending = failure;
    mailbox.put(() -> written(batch, ending));
  }

  private void written(List<Pending> batch, Optional<RuntimeException> failure) {
    writing = false;
    if (failure.isPresent()) {
      refused(batch, failure.get());
      return;
    }
    if (troubled) {
      troubled = false;
      LOG.warning("what paid calls cost is written down again");
    }
    batch.forEach(p -> p.purchase().ifPresent(it -> Mailbox.guarded(it.buyer()::reserved)));
    flush();
  }

  /// Nobody spends what the disk does not know of; what was spent is kept and tried again.
  private void refused(List<Pending> batch, RuntimeException failure) {
    if (!troubled) {
      troubled = true;
      LOG.log(Level.WARNING, failure, () -> "the disk refuses to write down money");
    }
    for (var p : batch.reversed()) {
      p.purchase().ifPresentOrElse(unreserved, () -> pending.addFirst(p));
    }
    if (closing) {
      closed.complete(pending.isEmpty());
    } else if (!resting) {
      rest(RETRY);
    }
  }

  /// Writes what is left, and waits for it.
  ///
  /// @return whether all of it is on disk
  boolean close() {
    mailbox.put(
        () -> {
          closing = true;
          flush();
        });
    return closed.join();
  }
}
