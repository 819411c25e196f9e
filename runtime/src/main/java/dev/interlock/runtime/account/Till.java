package dev.interlock.runtime.account;

import dev.interlock.core.money.Cost;
import dev.interlock.core.money.DailyCap;
import dev.interlock.core.money.Grant;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Purses;
import dev.interlock.core.money.Reservation;
import dev.interlock.core.money.Residue;
import dev.interlock.core.money.Scope;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.store.MoneyBook;
import dev.interlock.runtime.store.MoneyEntry;
import dev.interlock.runtime.store.MoneyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Logger;

/// Where money is set aside before a paid byte leaves, and settled once after it (B5, design §2.5).
///
/// ```
/// reserve -> on disk -> the call -> settled | released | lost -> reconciled
/// ```
///
/// A reservation is told once it is durable. A settlement is durable soon, and nobody waits for it:
/// what has collected while the last commit ran is written in the next one. A call that is lost
/// stays set aside, over a crash too, until the [Reconciler] knows what it cost, or its key's own
/// bill tells it ([#looked]).
///
/// Thread: any; nothing but [#open] and [#close] blocks.
public final class Till implements AutoCloseable {
  /// Sums of the day before yesterday still count somewhere on earth.
  private static final Duration TAKEN_OVER = Duration.ofDays(3);

  private static final Duration DAY = Duration.ofDays(1);

  private static final Logger LOG = Logger.getLogger(Till.class.getName());

  private final Surroundings around;
  private final Mailbox mailbox = new Mailbox();
  private final Purses purses = new Purses();
  private final Map<Scope, Left> left = new ConcurrentHashMap<>();
  private final Map<String, Lost> lost = new ConcurrentHashMap<>();
  private final Map<String, Charge> charges = new HashMap<>();
  private final KeyBooks keys;
  private final Postings postings;

  /// What a till needs from outside.
  ///
  /// @param threads where entries are written; tasks block
  public record Surroundings(
      WallClock clock, Ticker ticker, Scheduler scheduler, Executor threads) {}

  /// Who wants to spend. Told exactly once, on any thread: must be quick and must not throw.
  public interface Buyer {
    /// The money is set aside, durably: it has to be settled, released or lost.
    void reserved();

    /// A budget does not allow it; nothing is set aside.
    void refused(Grant.Refused refusal);

    /// The disk refuses, or the till is closed; nothing is set aside.
    ///
    /// @param why one sentence for people
    void failed(String why);
  }

  /// A call of which nobody knows what it cost.
  ///
  /// @param generation the provider's own id of it, where it was told
  public record Lost(Charge charge, Optional<String> generation) {}

  /// What a scope may still spend on a day.
  ///
  /// @param cap the whole of the next day
  public record Left(NanoUsd amount, NanoUsd cap, Instant resumesAt) {
    private Left at(Instant now) {
      return now.isBefore(resumesAt) ? this : new Left(cap, cap, resumesAt.plus(DAY));
    }
  }

  private Till(MoneyBook book, Surroundings around, Map<Scope, DailyCap> caps) {
    this.postings = new Postings(book, around, mailbox, this::unreserved);
    this.around = around;
    this.keys = new KeyBooks(around.ticker());
    caps.forEach((scope, cap) -> purses.cap(scope, Optional.of(cap)));
  }

  /// Opens the till: takes over what was spent lately, and what was never settled.
  ///
  /// @param caps daily budgets
  /// @throws dev.interlock.runtime.store.StoreException if the disk refuses
  public static Till open(MoneyBook book, Surroundings around, Map<Scope, DailyCap> caps) {
    var till = new Till(book, around, caps);
    book.spentSince(around.clock().now().minus(TAKEN_OVER)).forEach(till::takeOver);
    till.keys.takeOver(book.bases());
    var unsettled = book.unsettled();
    unsettled.forEach(till::takeOver);
    caps.keySet().forEach(till::publish);
    if (!unsettled.isEmpty()) {
      LOG.warning(
          "paid calls that were never settled: %d; their money stays set aside until it is known"
                  .formatted(unsettled.size())
              + " what they cost");
    }
    return till;
  }

  private void takeOver(MoneyStore.Spent spent) {
    purses.spentBefore(spent.scope(), spent.amount(), spent.from());
    if (spent.scope().kind() == Scope.Kind.ACCOUNT) {
      keys.moved(spent.scope().name());
    }
  }

  private void takeOver(MoneyStore.Unsettled unsettled) {
    var r = unsettled.reserved();
    var charge = new Charge(r.id(), r.account(), r.project(), r.model(), r.worst());
    purses.openBefore(List.of(new Reservation(r.id(), charge.scopes(), r.worst(), r.at())));
    charges.put(r.id(), charge);
    lose(charge, unsettled.generation());
  }

  /// Sets a scope's daily budget, or takes it away; what was spent and set aside stays.
  public void cap(Scope scope, Optional<DailyCap> cap) {
    mailbox.put(
        () -> {
          purses.cap(scope, cap);
          publish(scope);
        });
  }

  /// Sets money aside.
  public void reserve(Charge charge, Buyer buyer) {
    mailbox.put(() -> take(charge, buyer));
  }

  private void take(Charge charge, Buyer buyer) {
    if (postings.closing()) {
      Mailbox.guarded(() -> buyer.failed("the server ends"));
      return;
    }
    var at = around.clock().now();
    var wanted = new Reservation(charge.id(), charge.scopes(), charge.worst(), at);
    switch (purses.reserve(wanted)) {
      case Grant.Granted _ -> {
        charges.put(charge.id(), charge);
        keys.moved(charge.account());
        charge.scopes().forEach(this::publish);
        postings.buy(
            new MoneyEntry.Reserved(
                charge.id(),
                charge.account(),
                charge.project(),
                charge.model(),
                charge.worst(),
                at),
            buyer);
      }
      case Grant.Refused refused -> Mailbox.guarded(() -> buyer.refused(refused));
      case Grant.Known(var id) ->
          Mailbox.guarded(() -> buyer.failed("the call %s was paid for before".formatted(id)));
    }
  }

  /// The call has ended. Nothing, if it was settled or released before.
  ///
  /// @param cost empty where nobody knows a price
  public void settle(String id, Optional<Cost> cost) {
    mailbox.put(
        () ->
            close(
                purses.settle(id, cost.map(Cost::amount).orElse(NanoUsd.ZERO)),
                of -> new MoneyEntry.Settled(of, cost, now(), postings.takeName(id))));
  }

  /// Nothing of the call was sent, or nothing of it is billed. Nothing, if it was settled before.
  public void release(String id) {
    mailbox.put(() -> close(purses.release(id), of -> new MoneyEntry.Released(of.id())));
  }

  private void close(
      Purses.Settlement settlement, Function<Reservation, MoneyEntry.Ending> ending) {
    switch (settlement) {
      case Purses.Settlement.Closed(var reservation, var over) -> {
        var entry = ending.apply(reservation);
        gone(entry);
        var _ = postings.takeName(entry.id());
        reservation.scopes().forEach(this::publish);
        over.forEach(
            scope -> LOG.warning("%s has spent more than its day allows".formatted(scope)));
        postings.note(entry);
      }
      case Purses.Settlement.Unknown _ -> {}
    }
  }

  private void gone(MoneyEntry.Ending entry) {
    lost.remove(entry.id());
    Optional.ofNullable(charges.remove(entry.id())).ifPresent(c -> keys.closed(c, entry));
  }

  /// The call was sent, and nobody knows what it cost: its money stays set aside.
  ///
  /// @param generation the provider's own id of the call, where it was told
  public void lost(String id, Optional<String> generation) {
    mailbox.put(
        () ->
            Optional.ofNullable(charges.get(id))
                .ifPresent(
                    charge -> {
                      lose(charge, generation);
                      generation.ifPresent(name -> postings.name(id, name));
                    }));
  }

  private void lose(Charge charge, Optional<String> generation) {
    lost.put(charge.id(), new Lost(charge, generation));
    keys.lost(charge, generation.isPresent());
  }

  /// The call is under way, and the provider has told its own id of it. Nothing, if it was settled
  /// or released before.
  public void named(String id, String generation) {
    mailbox.put(
        () -> {
          if (charges.containsKey(id)) {
            postings.name(id, generation);
          }
        });
  }

  /// Calls that are lost, of earlier processes too.
  public List<Lost> lost() {
    return List.copyOf(lost.values());
  }

  /// The provider has told what an account's key was billed in all: by that, calls that it never
  /// named are settled (decision 022).
  public void looked(String account, Residue.Look look) {
    mailbox.put(
        () -> {
          switch (Residue.of(books(account), look)) {
            case Residue.Verdict.Nothing _ -> {}
            case Residue.Verdict.Begins(var base) -> base(account, Optional.of(base));
            case Residue.Verdict.Forgets _ -> base(account, Optional.empty());
            case Residue.Verdict.Shares(var costs) -> {
              LOG.info(
                  "account %s: %d calls without a record cost what its key was billed besides"
                      .formatted(account, costs.size()));
              costs.forEach(this::share);
            }
          }
        });
  }

  /// An account has another key, so that what the one before was billed says nothing any more.
  public void anotherKey(String account) {
    mailbox.put(
        () -> {
          if (keys.based(account)) {
            base(account, Optional.empty());
          }
        });
  }

  private void base(String account, Optional<Residue.Base> base) {
    keys.based(account, base);
    postings.note(new MoneyEntry.Based(account, base));
  }

  private void share(String id, NanoUsd cost) {
    close(
        purses.settle(id, cost),
        of ->
            new MoneyEntry.Settled(
                of, Optional.of(new Cost(cost, Cost.Basis.RESIDUE)), now(), Optional.empty()));
  }

  private Residue.Books books(String account) {
    return keys.of(account, charges.values().stream());
  }

  /// Tells each account of which a look would settle something now, once for each time of quiet.
  void worthALook(Consumer<String> told) {
    mailbox.put(
        () -> {
          for (var account : keys.untold()) {
            if (Residue.worthALook(books(account), around.ticker().nanos())) {
              keys.told(account);
              told.accept(account);
            }
          }
        });
  }

  /// What an account's calls have cost that were settled since this process began.
  public NanoUsd settled(String account) {
    return keys.settled(account);
  }

  /// What may still be spent today from all of a charge's scopes; empty where nothing bounds it.
  public Optional<NanoUsd> left(Charge charge) {
    var least = Optional.<NanoUsd>empty();
    for (var scope : charge.scopes()) {
      var amount = left(scope).map(Left::amount);
      if (amount.isPresent() && least.filter(l -> !l.exceeds(amount.get())).isEmpty()) {
        least = amount;
      }
    }
    return least;
  }

  /// What a scope may still spend today; empty where nothing bounds it.
  public Optional<Left> left(Scope scope) {
    return Optional.ofNullable(left.get(scope)).map(some -> some.at(around.clock().now()));
  }

  /// The present, as the till's days have it.
  Instant now() {
    return around.clock().now();
  }

  /// Whether a daily budget bounds a call.
  public boolean bounds(String account, Optional<String> project) {
    return left.containsKey(Scope.account(account))
        || project.map(name -> left.containsKey(Scope.project(name))).orElse(false);
  }

  /// How a scope stands now.
  public CompletableFuture<Purses.Standing> standing(Scope scope) {
    var standing = new CompletableFuture<Purses.Standing>();
    mailbox.put(() -> standing.complete(purses.standing(scope, around.clock().now())));
    return standing;
  }

  private void publish(Scope scope) {
    var standing = purses.standing(scope, around.clock().now());
    standing
        .cap()
        .flatMap(
            cap ->
                standing
                    .resumesAt()
                    .map(
                        at ->
                            new Left(
                                cap.minus(standing.spent()).minus(standing.reserved()), cap, at)))
        .ifPresentOrElse(some -> left.put(scope, some), () -> left.remove(scope));
  }

  private void unreserved(Postings.Purchase purchase) {
    if (purses.release(purchase.id()) instanceof Purses.Settlement.Closed closedOne) {
      closedOne.reservation().scopes().forEach(this::publish);
    }
    gone(new MoneyEntry.Released(purchase.id()));
    Mailbox.guarded(
        () -> purchase.buyer().failed("the disk refuses to write down what the call may cost"));
  }

  /// Writes what is left. Calls under way stay set aside; a start after this reconciles them.
  @Override
  public void close() {
    if (!postings.close()) {
      LOG.severe("what some paid calls cost could not be written down: they stay set aside");
    }
  }
}
