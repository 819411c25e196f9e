package dev.interlock.runtime.account;

import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// A till's entries on their way to the disk: which of them share a commit, and what becomes of
/// them where the disk refuses. One commit at a time; what comes meanwhile goes into the next.
///
/// Thread: the till's mailbox, but for [#close].
final class Postings {
  /// How long settlements wait for a reservation to share its commit with.
  static final Duration REST = Duration.ofMillis(5);

  /// How long a reservation in a crowd waits for others to share its commit with.
  static final Duration GATHER = Duration.ofMillis(3);

  /// So many reservations in one commit are a crowd.
  static final int CROWD = 4;

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
  private List<Pending> pending = new ArrayList<>();
  private boolean writing;
  private boolean resting;
  private boolean crowded;
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

  /// A reservation somebody waits for. A lone one is written at once. Of a crowd each would pay for
  /// a commit of its own.
  void buy(MoneyEntry.Reserved entry, Till.Buyer buyer) {
    pending.add(new Pending(entry, Optional.of(new Purchase(entry.id(), buyer))));
    flushOrGather();
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

  private void flushOrGather() {
    if (closing || !crowded || pending.isEmpty()) {
      flush();
    } else if (!writing && !resting) {
      rest(GATHER);
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
    var batch = pending;
    pending = new ArrayList<>();
    try {
      around.threads().execute(() -> write(batch));
    } catch (RejectedExecutionException e) {
      mailbox.put(() -> written(batch, Optional.of(e)));
    }
  }

  /// On a thread of its own.
  private void write(List<Pending> batch) {
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
    var purchases = batch.stream().map(Pending::purchase).flatMap(Optional::stream).toList();
    crowded = purchases.size() >= CROWD;
    purchases.forEach(it -> Mailbox.guarded(it.buyer()::reserved));
    flushOrGather();
  }

  /// Nobody spends what the disk does not know of; what was spent is kept and tried again.
  private void refused(List<Pending> batch, RuntimeException failure) {
    if (!troubled) {
      troubled = true;
      LOG.log(Level.WARNING, failure, () -> "the disk refuses to write down money");
    }
    var kept = new ArrayList<Pending>();
    for (var p : batch) {
      p.purchase().ifPresentOrElse(unreserved, () -> kept.add(p));
    }
    kept.addAll(pending);
    pending = kept;
    crowded = false;
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
