package dev.interlock.it.sim;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Use;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.account.AccountLane;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.KeyPermits;
import dev.interlock.runtime.account.Permits;
import dev.interlock.runtime.account.Prices;
import dev.interlock.runtime.account.Till;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One account in one run of the server: its budget, its desk, and who asks the provider how the
/// account is.
final class Office {
  private static final long WATCHED_EVERY = 20 * Ground.SECOND;

  private final Ground ground;
  private final Cloud cloud;
  private final KeyPermits keys;
  private final WatchedPermits permits;
  private final Desk desk;

  /// What an office needs from the server that it is in.
  ///
  /// @param scheduler tasks of a killed server never run
  record Around(Scheduler scheduler, Till till, Prices prices, Seams seams) {}

  private final Scheduler scheduler;
  private boolean resting;

  Office(Ground ground, Cloud cloud, Around around) {
    this.ground = ground;
    this.cloud = cloud;
    this.scheduler = around.scheduler();
    var clock =
        new AccountLane.Clock(ground.time(), around.seams().timers().apply(around.scheduler()));
    this.keys =
        new KeyPermits(
            first -> new AccountLane(clock, first, _ -> {}),
            new KeyPermits.Clocks(ground.time(), ground.time()),
            OptionalInt.empty());
    this.permits = new WatchedPermits(ground, cloud.name(), around.seams().permits().apply(keys));
    this.desk =
        new Desk(
            cloud.name(),
            permits,
            new Desk.Money(around.till(), around.prices(), true),
            new Desk.Chance(ground.time(), ground.chance(cloud.name() + " jitter")));
    watch();
  }

  Cloud cloud() {
    return cloud;
  }

  WatchedPermits permits() {
    return permits;
  }

  Desk desk() {
    return desk;
  }

  /// A person pushes a key: the same once more, or another one.
  void push(boolean another) {
    if (another) {
      cloud.anew();
      permits.anotherKey();
      keys.anotherKey();
    } else {
      permits.ordered(Order.KEY_PUSHED);
    }
  }

  /// The account's own free endpoints take a permit like everybody else. Asks no more.
  void rest() {
    resting = true;
  }

  private void watch() {
    if (resting) {
      return;
    }
    ask();
    scheduler.after(Duration.ofNanos(WATCHED_EVERY), this::watch);
  }

  private void ask() {
    var wish =
        new Permits.Wish("server", "", Use.WATCH, Duration.ofSeconds(10), Duration.ofMinutes(1));
    permits.ask(
        wish,
        new Permits.Asker() {
          @Override
          public void granted(Lease lease) {
            long asked = ground.time().nanos();
            scheduler.after(Duration.ofMillis(100), () -> heard(lease, asked));
          }

          @Override
          public void refused(Effect.Refused refusal) {}
        });
  }

  private void heard(Lease lease, long askedNanos) {
    if (on(Spell.Kind.DEAD) || on(Spell.Kind.DEAF)) {
      permits.ended(lease, new Outcome.Failed());
      permits.notDiscovered("no answer");
    } else if (on(Spell.Kind.KEY_REFUSED)) {
      permits.ended(lease, new Outcome.Unpaid(new News.KeyRefused()));
    } else {
      permits.ended(lease, new Outcome.Answered(100 * Ground.MILLI));
      permits.discovered(cloud.terms().reported(), Optional.of(money()), askedNanos);
    }
  }

  private boolean on(Spell.Kind kind) {
    return Spell.on(cloud.spells(), kind, ground.now()).isPresent();
  }

  private News money() {
    if (on(Spell.Kind.EXHAUSTED)) {
      return new News.Exhausted();
    }
    return Spell.on(cloud.spells(), Spell.Kind.KEY_CAPPED, ground.now())
        .<News>map(s -> new News.KeyCapped(OptionalLong.of(s.toNanos() - ground.now())))
        .orElseGet(() -> new News.Funded(OptionalLong.empty()));
  }
}
