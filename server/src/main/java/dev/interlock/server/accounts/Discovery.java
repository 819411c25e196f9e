package dev.interlock.server.accounts;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.Burn;
import dev.interlock.core.account.Spending;
import dev.interlock.core.budget.Order;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.wire.openrouter.Catalogue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Asks providers about their accounts: limits, money, prices (wire-formats §2.8, §2.9, §3.1). Each
/// question holds a permit like any other call. One that fails changes nothing that is known.
///
/// Thread: any; nothing blocks.
final class Discovery {
  /// How often each account is looked at.
  static final Duration EVERY = Duration.ofMinutes(5);

  /// After news of its money.
  static final Duration SOON = Duration.ofSeconds(30);

  /// People are told so long before nothing is left.
  static final Duration AHEAD = Duration.ofHours(24);

  private static final Logger LOG = Logger.getLogger(Discovery.class.getName());

  private final AccountDesk desk;
  private final Inquirer inquirer;
  private final AccountDesk.Books books;
  private final AccountDesk.Surroundings around;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  /// A person has said to try again: accounts that are looked at anew, whatever is under way.
  private final Set<String> retried = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  Discovery(
      AccountDesk desk,
      Inquirer inquirer,
      AccountDesk.Books books,
      AccountDesk.Surroundings around) {
    this.desk = desk;
    this.inquirer = inquirer;
    this.books = books;
    this.around = around;
  }

  /// What was found out.
  ///
  /// @param burn of the credit, where one is known
  /// @param spending what is settled
  /// @param why where the credit comes from, or why there is none, one clause
  record Known(Burn burn, Spending spending, String why) {
    private static final Known NOTHING = new Known(Burn.NONE, Spending.NONE, "not asked yet");

    /// What an hour costs at the present rate, by the credit where one is known.
    Optional<NanoUsd> perHour() {
      return burn.balance().isPresent() ? burn.perHour() : spending.perHour();
    }
  }

  Known known(String account) {
    return known.getOrDefault(account, Known.NOTHING);
  }

  void start() {
    around.scheduler().after(EVERY, this::again);
  }

  private void again() {
    if (!closed) {
      desk.names().forEach(this::now);
      start();
    }
  }

  void close() {
    closed = true;
  }

  /// After news of its money.
  void soon(String account) {
    around.scheduler().after(SOON, () -> now(account));
  }

  /// A person says to try again: if the next look says nothing of money, their word holds.
  void retried(String account) {
    retried.add(account);
  }

  /// Looks at an account, unless somebody does.
  void now(String account) {
    if (closed || !desk.open(account) || !running.add(account)) {
      return;
    }
    boolean retry = retried.remove(account);
    var about = Optional.ofNullable(desk.accounts().get(account)).orElseThrow();
    long askedNanos = around.ticker().nanos();
    var _ =
        ask(about, new ArrayList<>(Questions.of(about.kind())), new Findings(about))
            .whenComplete(
                (found, broke) -> {
                  running.remove(account);
                  if (broke == null) {
                    later(() -> settle(found, new Asked(about, askedNanos, retry)));
                  } else {
                    LOG.log(
                        Level.WARNING, broke, () -> "account %s was not asked".formatted(account));
                  }
                  if (retried.contains(account)) {
                    now(account);
                  }
                });
  }

  /// One question after the other: an account of one permit has no more at once.
  private CompletableFuture<Findings> ask(
      Account account, List<Questions> left, Findings findings) {
    if (left.isEmpty()) {
      return CompletableFuture.completedFuture(findings);
    }
    var next = left.removeFirst();
    return inquirer
        .ask(account.name(), next.path())
        .thenCompose(told -> ask(account, left, findings.with(next, told)));
  }

  /// On a thread that may block; nothing, once the program ends.
  private void later(Runnable task) {
    try {
      around.threads().execute(task);
    } catch (RejectedExecutionException theProgramEnds) {
      // Nobody needs to know any more.
    }
  }

  /// A look.
  ///
  /// @param retry whether a person has said to try again
  private record Asked(Account account, long nanos, boolean retry) {}

  private void settle(Findings told, Asked asked) {
    var name = asked.account().name();
    var found = told.declaring(books.money().left(name));
    var permits = desk.permits(name);
    if (found.failure().isPresent()) {
      permits.notDiscovered(found.failure().get());
    } else {
      permits.discovered(found.rpm(), found.money(), asked.nanos());
      if (asked.retry() && found.money().isEmpty()) {
        permits.ordered(Order.RESUME);
      }
    }
    var now = around.wall().now();
    var before = known(name);
    var burn = found.balance().map(b -> before.burn().with(now, b)).orElse(before.burn());
    var spending = before.spending().with(now, books.money().settled(name));
    known.put(name, new Known(burn, spending, found.why()));
    alarm(name, burn);
    found.models().ifPresent(body -> read(name, body));
    found.usage(asked.nanos()).ifPresent(look -> books.listener().used(name, look));
    books.listener().looked(name);
  }

  private void alarm(String account, Burn burn) {
    var end = burn.runsOutAt().filter(at -> at.isBefore(around.wall().now().plus(AHEAD)));
    desk.alarms()
        .lasts(
            account,
            "runs_out",
            end.map(
                at ->
                    "at the present rate nothing is left at %s; %s remain"
                        .formatted(at, burn.balance().orElse(NanoUsd.ZERO))));
  }

  private void read(String account, String body) {
    var today = around.wall().now().atOffset(ZoneOffset.UTC).toLocalDate();
    Catalogue.decode(body.getBytes(StandardCharsets.UTF_8), today)
        .ifPresent(listed -> books.prices().listed(account, listed));
  }
}
