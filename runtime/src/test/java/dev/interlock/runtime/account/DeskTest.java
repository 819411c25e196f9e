package dev.interlock.runtime.account;

import static dev.interlock.runtime.account.Tills.ACCOUNT;
import static dev.interlock.runtime.account.Tills.usd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Use;
import dev.interlock.core.money.Cost;
import dev.interlock.core.money.NanoUsd;
import dev.interlock.core.money.Price;
import dev.interlock.core.money.Tokens;
import dev.interlock.core.profile.Plan.Bar;
import dev.interlock.testkit.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeskTest {
  private static final Price PRICE =
      new Price(
          usd("1"),
          Optional.empty(),
          usd("2"),
          NanoUsd.ZERO,
          LocalDate.parse("2026-11-30"),
          Price.Source.SETTINGS,
          OptionalLong.empty());
  private static final Map<String, Long> MOST = Map.of("m", 50_000L);
  private static final Optional<Cost.Count> COUNT =
      Optional.of(new Cost.Count(Tokens.of(1_000, 500), false));

  private final ManualTime time = new ManualTime();
  private final AccountLane lane = new AccountLane(new AccountLane.Clock(time, time), 1, _ -> {});
  @TempDir private Path folder;
  private Tills tills;
  private Desk desk;

  @BeforeEach
  void open() {
    tills = new Tills(folder.resolve("interlock.db"), time, Tills.cap("1.00"));
    var prices =
        new Prices(
            tills.store,
            Set.of("openrouter"),
            Map.of("openrouter", new Prices.Declared(Map.of("m", PRICE, "long", PRICE), MOST)));
    desk =
        new Desk(
            "openrouter",
            lane,
            new Desk.Money(tills.till, prices, true),
            new Desk.Chance(time, new SplittableRandom(1)));
    lane.limited(OptionalInt.of(1));
  }

  @AfterEach
  void close() {
    tills.close();
  }

  /// A caller that keeps what it is told.
  private static final class Call implements Desk.Caller {
    private final List<Clearance> cleared = new ArrayList<>();
    private final List<Withheld> withheld = new ArrayList<>();

    @Override
    public void cleared(Clearance clearance) {
      cleared.add(clearance);
    }

    @Override
    public void withheld(Withheld why) {
      withheld.add(why);
    }

    Clearance clearance() {
      return cleared.getFirst();
    }

    Withheld why() {
      return withheld.getFirst();
    }
  }

  private static PaidCall call(String id, String model) {
    return new PaidCall(
        id,
        Optional.empty(),
        model,
        new PaidCall.Size(100_000, 100_000),
        Use.INTERACTIVE,
        Duration.ofSeconds(1),
        Duration.ofMinutes(11));
  }

  private Call ask(String id) {
    var told = new Call();
    desk.clear(call(id, "m"), told);
    return told;
  }

  private int out() {
    return lane.view().permits().inFlight();
  }

  @Test
  @DisplayName("B5: the money is on disk before a permit is asked for")
  void moneyFirst() {
    var first = ask("r1.1");
    assertThat(out()).as("no permit is held while the disk syncs").isZero();

    tills.write();

    assertThat(first.cleared).hasSize(1);
    assertThat(out()).isOne();
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
    assertThat(first.clearance().left()).hasValue(usd("0.70"));
  }

  @Test
  @DisplayName("C51: the provider's cost is preferred, and one of 0 is none")
  void paid() {
    var first = ask("r1.1");
    tills.write();

    assertThat(first.clearance().pay(new Bill.Counted(Optional.of(NanoUsd.ZERO), COUNT)))
        .hasValue(new Cost(usd("0.002"), Cost.Basis.PRICE));
    assertThat(first.clearance().pay(new Bill.Nothing())).as("paid once").isEmpty();
    assertThat(tills.spent(ACCOUNT)).isEqualTo(usd("0.002"));

    first.clearance().end(new Outcome.Failed());
    var second = ask("r2.1");
    tills.write();
    assertThat(second.clearance().pay(new Bill.Counted(Optional.of(usd("0.0031")), COUNT)))
        .hasValue(new Cost(usd("0.0031"), Cost.Basis.PROVIDER));
  }

  @Test
  @DisplayName(
      "C38: who gets no permit in time gets the money back, and is told whose limit it was")
  void noPermit() {
    ask("r1.1");
    var second = ask("r2.1");
    tills.write();

    time.advance(Duration.ofSeconds(1));

    assertThat(second.why().status()).isEqualTo(429);
    assertThat(second.why().code()).isEqualTo("account_budget_wait");
    assertThat(second.why().words("openrouter")).contains("the limit is ours");
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
  }

  @Test
  @DisplayName("C47: who has no budget is told 402 and when it goes on, and takes no permit")
  void noBudget() {
    for (int i = 0; i < 4; i++) {
      ask("r%d.1".formatted(i));
    }
    var last = ask("r9.1");

    assertThat(last.why().status()).isEqualTo(402);
    assertThat(last.why().code()).isEqualTo("budget_exhausted");
    assertThat(last.why().retryAfter(time.now().toEpochMilli())).hasValue(Duration.ofDays(1));
  }

  @Test
  @DisplayName("C54: without a price a daily budget can't be kept, so nothing is sent")
  void noPrice() {
    var told = new Call();
    desk.clear(call("r1.1", "unknown"), told);

    assertThat(told.why().status()).isEqualTo(503);
    assertThat(told.why().code()).isEqualTo("price_unknown");
  }

  private Call askUnbounded(String model, long choices) {
    var told = new Call();
    var size = new PaidCall.Size(100_000, OptionalLong.empty(), choices);
    var call = call("r1.1", model);
    desk.clear(
        new PaidCall(
            call.id(),
            call.project(),
            call.model(),
            size,
            call.use(),
            call.patience(),
            call.term()),
        told);
    tills.write();
    return told;
  }

  @Test
  @DisplayName("B5: a caller who names no maximum is counted with the model's own")
  void modelsMaximum() {
    var told = askUnbounded("m", 2);

    assertThat(told.cleared).hasSize(1);
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
  }

  @Test
  @DisplayName("B5: where nobody knows a maximum a daily budget can't be kept: nothing is sent")
  void noMaximum() {
    var told = askUnbounded("long", 1);

    assertThat(told.why().status()).isEqualTo(503);
    assertThat(told.why().code()).isEqualTo("maximum_unknown");
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(NanoUsd.ZERO);
  }

  @Test
  @DisplayName("B5: without a budget a call of unknown length is let through, and counted")
  void noMaximumAndNoBudget() {
    tills.till.cap(ACCOUNT, Optional.empty());
    var told = askUnbounded("long", 1);

    assertThat(told.cleared).hasSize(1);
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.132768"));
  }

  @Test
  @DisplayName("C60: who leaves while the disk syncs or while waiting leaves nothing behind")
  void leaving() {
    var early = new Call();
    desk.clear(call("r1.1", "m"), early).leave();
    tills.write();
    assertThat(early.cleared).isEmpty();
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(NanoUsd.ZERO);

    ask("r2.1");
    var late = new Call();
    var request = desk.clear(call("r3.1", "m"), late);
    tills.write();
    request.leave();

    assertThat(late.cleared).isEmpty();
    assertThat(lane.view().permits().waiting()).isZero();
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
  }

  @Test
  @DisplayName("B5: a call that brought nothing keeps its money set aside")
  void unknownBill() {
    var first = ask("r1.1");
    tills.write();

    first.clearance().end(new Outcome.Failed());
    assertThat(first.clearance().pay(new Bill.Unknown(Optional.of("gen-1")))).isEmpty();

    assertThat(out()).isZero();
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(usd("0.30"));
    assertThat(tills.till.lost()).hasSize(1);
  }

  @Test
  @DisplayName("C39, C46: an account that stands still says so, unless a caller would wait it out")
  void standstill() {
    var first = ask("r1.1");
    tills.write();
    first
        .clearance()
        .end(new Outcome.Throttled(desk.pushback(Optional.of(Duration.ofMillis(17_200)))));

    var still = desk.bar(Duration.ofSeconds(10)).orElseThrow();
    assertThat(still.kind()).isEqualTo(Bar.Kind.COOLDOWN);
    assertThat(Duration.ofNanos(still.waitNanos()))
        .isBetween(Duration.ofMillis(17_200), Duration.ofMillis(18_200));
    assertThat(desk.bar(Duration.ofSeconds(30))).isEmpty();

    time.advance(Duration.ofSeconds(20));
    var second = ask("r2.1");
    tills.write();
    second.clearance().end(new Outcome.Unpaid(new News.KeyRefused()));
    assertThat(desk.bar(Duration.ofSeconds(30)).orElseThrow().kind()).isEqualTo(Bar.Kind.CLOSED);
  }

  @Test
  @DisplayName("C47: a day that is used up bars every call until the next, and not longer")
  void usedUp() {
    var first = ask("r1.1");
    tills.write();
    first.clearance().pay(new Bill.Counted(Optional.of(usd("1.00")), COUNT));

    var bar = desk.bar(Duration.ofSeconds(10)).orElseThrow();
    assertThat(bar.kind()).isEqualTo(Bar.Kind.BUDGET);
    assertThat(Duration.ofNanos(bar.waitNanos())).isEqualTo(Duration.ofDays(1));

    time.advance(Duration.ofDays(1));

    assertThat(desk.bar(Duration.ofSeconds(10))).isEmpty();
  }

  @Test
  @DisplayName("C60: a thread that is interrupted while it waits leaves nothing set aside")
  void interruptedWhileWaiting() throws InterruptedException {
    var payer = new Payer(desk, time, Optional::empty);
    var told = new ArrayList<Payer.Leave>();
    var waiting = Thread.ofVirtual().start(() -> told.add(payer.ask(call("r1.1", "m"))));
    waiting.interrupt();
    waiting.join();
    tills.write();

    assertThat(told).containsExactly(new Payer.Leave.Left());
    assertThat(out()).isZero();
    assertThat(tills.reserved(ACCOUNT)).isEqualTo(NanoUsd.ZERO);
  }
}
