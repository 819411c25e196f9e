package dev.interlock.server.accounts;

import dev.interlock.core.account.Account;
import dev.interlock.core.account.AccountKind;
import dev.interlock.core.budget.Effect.Alarm;
import dev.interlock.core.budget.Order;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Residue;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.account.KeyPermits;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.account.Reconciler;
import dev.interlock.runtime.store.AccountSetting;
import dev.interlock.runtime.store.AccountSettings;
import dev.interlock.runtime.upstream.ProviderTags;
import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.KeyPush;
import dev.interlock.wire.relay.Link;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;

/// All cloud accounts: it configures the sidecar that holds their keys, by epochs, and keeps one
/// budget for each key (A8, A14, A15).
///
/// Thread: any. What changes something blocks until the sidecar has acknowledged it; all else does
/// not.
public final class AccountDesk {
  private static final Logger LOG = Logger.getLogger(AccountDesk.class.getName());
  private static final Duration ACKNOWLEDGED = Duration.ofSeconds(5);
  private static final int SALT_BYTES = 16;

  private final Map<String, Desk> desks = new LinkedHashMap<>();
  private final Map<String, CompletableFuture<Frame.Held>> awaited = new ConcurrentHashMap<>();

  /// One person's decision after the other; the budget and the calls never wait for it.
  private final ReentrantLock deciding = new ReentrantLock();

  private final Surroundings around;
  private final AccountSettings store;
  private final Tie tie;
  private final Alarms alarms;
  private final String salt;
  private final Inquirer inquirer;
  private final Discovery discovery;

  /// What it needs from outside.
  ///
  /// @param threads where tasks block
  public record Surroundings(
      Ticker ticker,
      WallClock wall,
      Scheduler scheduler,
      Executor threads,
      RandomGenerator random) {}

  /// Who else has to know.
  public interface Listener {
    /// What may be spent on a day, as it is decided now; empty where nothing bounds it.
    void capped(String account, Optional<NanoUsd> daily);

    /// The provider has told what the account's key was billed in all.
    void used(String account, Residue.Look look);

    /// The account has another key.
    void anotherKey(String account);

    /// The account was looked at: what waited for its key or its prices may go on. May block.
    void looked(String account);
  }

  /// What is known of accounts' money without asking their providers.
  public interface Money {
    /// What is left of an account's declared balance; may block.
    Optional<NanoUsd> left(String account);

    /// What calls have cost that were settled since this process began.
    NanoUsd settled(String account);
  }

  /// Where things are kept and told.
  ///
  /// @param permits by account
  public record Books(
      AccountSettings settings,
      Map<String, KeyPermits> permits,
      PriceList prices,
      Money money,
      Alarms alarms,
      Listener listener) {}

  /// One account.
  private final class Desk {
    private final Account account;
    private volatile AccountSetting setting;
    private volatile Optional<Frame.Held> held = Optional.empty();
    private volatile boolean own;
    private final KeyPermits lane;

    private Desk(Account account, KeyPermits permits) {
      this.account = account;
      this.setting = store.of(account.name());
      this.lane = permits;
    }

    /// Nobody decided: a key that lay around is not used without a daily cap (design §10).
    private boolean enabled() {
      return setting.enabled().orElseGet(() -> !own || daily().isPresent());
    }

    private Optional<NanoUsd> daily() {
      return setting.daily().or(account::daily);
    }

    private boolean key() {
      return held.filter(Frame.Held::key).isPresent();
    }

    private Optional<String> print() {
      return held.flatMap(Frame.Held::fingerprint);
    }
  }

  private final Listener listener;

  /// No sidecar is there yet.
  public AccountDesk(Collection<Account> accounts, Books books, Surroundings around) {
    this.around = around;
    this.tie = new Tie(around, this::heard, this::outOfReach);
    this.store = books.settings();
    this.alarms = books.alarms();
    this.listener = books.listener();
    var bytes = new byte[SALT_BYTES];
    around.random().nextBytes(bytes);
    this.salt = HexFormat.of().formatHex(bytes);
    for (var account : accounts) {
      var own = Optional.ofNullable(books.permits().get(account.name())).orElseThrow();
      var desk = new Desk(account, own);
      desks.put(account.name(), desk);
      listener.capped(account.name(), desk.daily());
    }
    alarms.heard(this::alarmed);
    this.inquirer = new Inquirer(tie::send, this::permits, around.random());
    this.discovery = new Discovery(this, inquirer, books, around);
  }

  /// The sidecar has dialled; this is the server's end of the connection.
  public void connected(Link link) {
    tie.connected(link);
  }

  /// What it was asked, and what it was to acknowledge, will not come any more.
  private void outOfReach() {
    inquirer.lost();
    for (var waiting : List.copyOf(awaited.values())) {
      waiting.completeExceptionally(new IllegalStateException("the sidecar is out of reach"));
    }
  }

  /// News of an account's money is looked after.
  private void alarmed(String account, Alarm.Kind kind) {
    switch (kind) {
      case LOW, EXHAUSTED, KEY_CAPPED -> discovery.soon(account);
      case KEY_REFUSED, LONG_PAUSE, LEASE_EXPIRED -> {}
    }
  }

  /// Looks at all accounts from time to time; the sidecar's hello begins it.
  public void start() {
    tie.start();
    discovery.start();
  }

  /// The providers' own records of calls.
  public Reconciler.Records records() {
    return new CallRecords(this, inquirer, discovery::now);
  }

  /// What an account's cloud calls the providers behind a model.
  public ProviderTags providers(String account) {
    return Optional.ofNullable(accounts().get(account))
        .filter(a -> a.kind() == AccountKind.OPENROUTER)
        .<ProviderTags>map(_ -> new ProviderNames(account, inquirer))
        .orElse(ProviderTags.NONE);
  }

  /// Looks no more.
  public void close() {
    tie.close();
    discovery.close();
  }

  // What the sidecar says.

  private void heard(Frame frame) {
    switch (frame) {
      case Frame.Hello hello -> hello.held().forEach(this::joined);
      case Frame.Ack ack -> acknowledged(ack.held());
      case Frame.Told told -> inquirer.told(told);
      case Frame.Heartbeat _ -> {}
      case Frame.Configure _, Frame.Ask _ ->
          LOG.warning("a frame that only a server sends came from the sidecar");
      case Frame.Unknown unknown -> LOG.fine(() -> "a frame of kind " + unknown.kind());
    }
  }

  /// Brings a sidecar that has just come up to the newest epoch. A key that it holds without ever
  /// having been configured is its own.
  private void joined(Frame.Held said) {
    Optional.ofNullable(desks.get(said.account()))
        .ifPresent(
            desk -> {
              desk.own = said.epoch() == 0 && said.key();
              desk.held = Optional.of(said);
              if (!desk.enabled()) {
                desk.lane.ordered(Order.DISABLE);
              }
              long epoch = Math.max(desk.setting.epoch(), said.epoch()) + 1;
              var _ = send(desk, epoch, Optional.empty());
            });
  }

  private void acknowledged(Frame.Held now) {
    Optional.ofNullable(desks.get(now.account())).ifPresent(desk -> hold(desk, now));
    Optional.ofNullable(awaited.remove(awaited(now.account(), now.epoch())))
        .ifPresent(waiting -> waiting.complete(now));
  }

  /// Another key is another account at the provider, with a budget of its own (A8).
  private void hold(Desk desk, Frame.Held now) {
    var before = desk.print();
    desk.held = Optional.of(now);
    if (before.isPresent() && desk.print().isPresent() && !desk.print().equals(before)) {
      desk.lane.anotherKey();
      listener.anotherKey(desk.account.name());
      if (!desk.enabled()) {
        desk.lane.ordered(Order.DISABLE);
      }
    }
    if (now.key() && desk.enabled()) {
      discovery.now(desk.account.name());
    }
  }

  private static String awaited(String account, long epoch) {
    return account + ' ' + epoch;
  }

  // What a person decides.

  /// What became of a decision.
  public sealed interface Outcome {
    record Done() implements Outcome {}

    /// The sidecar is not there, or says nothing.
    record Unacknowledged() implements Outcome {}

    /// Nothing was done: this account has that key, and a key has one budget (A8).
    record Taken(String by) implements Outcome {}
  }

  /// Pushes a key, models, or both. The key is closed when this returns. That one was pushed is a
  /// fact only once the sidecar has it: until then nothing is said of it, and what stopped the
  /// account stands.
  ///
  /// @throws IllegalArgumentException if there is no such account
  public Outcome push(String account, KeyPush push) {
    var desk = desk(account);
    deciding.lock();
    try {
      return push.key()
          .flatMap(key -> holder(key, desk))
          .<Outcome>map(Outcome.Taken::new)
          .orElseGet(() -> pushed(desk, push));
    } finally {
      push.key().ifPresent(CloudKey::close);
      deciding.unlock();
    }
  }

  private Outcome pushed(Desk desk, KeyPush push) {
    var old = desk.setting;
    var models = push.models().orElse(old.models());
    var next = new AccountSetting(epoch(desk), old.enabled(), old.daily(), models, old.pushedAt());
    boolean own = desk.own;
    desk.own = own && push.key().isEmpty();
    var outcome = decide(desk, next, push.key());
    if (push.key().isPresent() && outcome instanceof Outcome.Done) {
      taken(desk);
    } else {
      desk.own = own;
    }
    return outcome;
  }

  /// Another account at the same provider that has this key.
  private Optional<String> holder(CloudKey key, Desk but) {
    var print = Optional.of(key.fingerprint(HexFormat.of().parseHex(salt)));
    return desks.values().stream()
        .filter(d -> !d.equals(but) && d.account.url().equals(but.account.url()))
        .filter(d -> d.print().equals(print))
        .map(d -> d.account.name())
        .findFirst();
  }

  private void taken(Desk desk) {
    var kept = desk.setting;
    var now = Optional.of(around.wall().now());
    keep(desk, new AccountSetting(kept.epoch(), kept.enabled(), kept.daily(), kept.models(), now));
    if (desk.enabled()) {
      desk.lane.ordered(Order.KEY_PUSHED);
      desk.lane.ordered(Order.ENABLE);
      discovery.now(desk.account.name());
    }
  }

  /// Lets an account be used, or not.
  ///
  /// @param daily what may be spent on a day; empty leaves what holds
  /// @throws IllegalArgumentException if there is no such account
  public Outcome enable(String account, boolean on, Optional<NanoUsd> daily) {
    var desk = desk(account);
    deciding.lock();
    try {
      var old = desk.setting;
      var next =
          new AccountSetting(
              epoch(desk), Optional.of(on), daily.or(old::daily), old.models(), old.pushedAt());
      if (on) {
        discovery.retried(account);
      }
      var outcome = decide(desk, next, Optional.empty());
      desk.lane.ordered(on ? Order.ENABLE : Order.DISABLE);
      listener.capped(account, desk.daily());
      if (on) {
        discovery.now(account);
      }
      return outcome;
    } finally {
      deciding.unlock();
    }
  }

  private static long epoch(Desk desk) {
    return Math.max(desk.setting.epoch(), desk.held.map(Frame.Held::epoch).orElse(0L)) + 1;
  }

  private Outcome decide(Desk desk, AccountSetting next, Optional<CloudKey> key) {
    var name = desk.account.name();
    keep(desk, next);
    var answer = new CompletableFuture<Frame.Held>();
    awaited.put(awaited(name, next.epoch()), answer);
    if (!send(desk, next.epoch(), key)) {
      awaited.remove(awaited(name, next.epoch()));
      return new Outcome.Unacknowledged();
    }
    try {
      answer.orTimeout(ACKNOWLEDGED.toMillis(), TimeUnit.MILLISECONDS).join();
      return new Outcome.Done();
    } catch (CompletionException late) {
      awaited.remove(awaited(name, next.epoch()));
      return new Outcome.Unacknowledged();
    }
  }

  private void keep(Desk desk, AccountSetting next) {
    store.keep(desk.account.name(), next);
    desk.setting = next;
  }

  private boolean send(Desk desk, long epoch, Optional<CloudKey> key) {
    var setup = new Frame.Setup(desk.enabled(), desk.setting.models(), salt);
    return tie.send(new Frame.Configure(desk.account.name(), epoch, setup, key));
  }

  private Desk desk(String account) {
    return Optional.ofNullable(desks.get(account))
        .orElseThrow(() -> new IllegalArgumentException("no account is named " + account));
  }

  // What others ask.

  /// Whether there is such an account.
  public boolean has(String account) {
    return desks.containsKey(account);
  }

  /// Names of all accounts.
  public List<String> names() {
    return List.copyOf(desks.keySet());
  }

  Map<String, Account> accounts() {
    var all = new LinkedHashMap<String, Account>();
    desks.forEach((name, desk) -> all.put(name, desk.account));
    return Collections.unmodifiableMap(all);
  }

  /// The permits of an account's present key. What was granted by them is ended by the same ones,
  /// even where another key was pushed since.
  ///
  /// @throws IllegalArgumentException if there is no such account
  public Permits permits(String account) {
    return desk(account).lane;
  }

  /// What may be spent on a day.
  ///
  /// @throws IllegalArgumentException if there is no such account
  public Optional<NanoUsd> daily(String account) {
    return desk(account).daily();
  }

  /// What an account has against any call of now.
  ///
  /// @param patience how long a permit is waited for: a pause that is waited out is none
  public Optional<Plan.Bar> bar(String account, Duration patience) {
    var desk = desks.get(account);
    if (desk == null) {
      return Optional.of(Bars.missing(account));
    }
    if (!tie.up()) {
      return Optional.of(Bars.outOfReach(account));
    }
    if (!desk.key()) {
      return Optional.of(Bars.keyless(account));
    }
    if (!desk.enabled()) {
      return Optional.of(Bars.disabled(account));
    }
    return Bars.of(account, desk.lane.view(), around.ticker().nanos(), patience);
  }

  /// Whether it can be looked at.
  boolean open(String account) {
    var desk = desk(account);
    return tie.up() && desk.key() && desk.enabled();
  }

  Alarms alarms() {
    return alarms;
  }

  /// Every account as people see it.
  public List<AccountView> views() {
    return desks.values().stream().map(this::view).toList();
  }

  /// One account as people see it.
  ///
  /// @throws IllegalArgumentException if there is no such account
  public AccountView view(String account) {
    return view(desk(account));
  }

  private AccountView view(Desk desk) {
    var known = discovery.known(desk.account.name());
    return AccountView.of(
        new AccountView.Facts(
            desk.account,
            desk.setting,
            new AccountView.Standing(tie.up(), desk.enabled()),
            desk.daily(),
            key(desk),
            known),
        desk.lane.view(),
        new AccountView.Now(around.wall().now(), around.ticker().nanos()));
  }

  private static AccountView.KeyState key(Desk desk) {
    if (!desk.key()) {
      return AccountView.KeyState.ABSENT;
    }
    return desk.own ? AccountView.KeyState.FOUND : AccountView.KeyState.PUSHED;
  }
}
