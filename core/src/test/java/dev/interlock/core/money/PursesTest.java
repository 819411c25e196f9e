package dev.interlock.core.money;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import dev.interlock.core.money.Purses.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Daily budgets: what is granted, refused, settled.
class PursesTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  private static final Scope ACCOUNT = Scope.account("a");
  private static final Scope PROJECT = Scope.project("p");

  private final Purses purses = new Purses();

  private static NanoUsd usd(String text) {
    return NanoUsd.parse(text).orElseThrow();
  }

  private static Optional<DailyCap> cap(String amount) {
    return Optional.of(new DailyCap(usd(amount), ZoneOffset.UTC));
  }

  private static Instant dayOf(Instant at) {
    return at.truncatedTo(ChronoUnit.DAYS);
  }

  private Grant reserve(String id, String worst) {
    return reserve(id, worst, NOON);
  }

  private Grant reserve(String id, String worst, Instant at) {
    return purses.reserve(new Reservation(id, Set.of(ACCOUNT), usd(worst), at));
  }

  private Purses.Standing now(Scope scope) {
    return purses.standing(scope, NOON);
  }

  @Test
  @DisplayName("B5: eight calls at once at most reserve the budget, and never overshoot")
  void parallelCallsCannotOvershoot() {
    purses.cap(ACCOUNT, cap("1.00"));
    for (int wave = 0; wave < 2; wave++) {
      int granted = 0;
      for (int i = 0; i < 8; i++) {
        granted += reserve(wave + "-" + i, "0.30") instanceof Grant.Granted ? 1 : 0;
      }
      assertThat(granted).isEqualTo(wave == 0 ? 3 : 2);
      purses.open().forEach(open -> purses.settle(open.id(), usd("0.10")));
    }
    assertThat(now(ACCOUNT).spent()).isEqualTo(usd("0.50"));
    assertThat(now(ACCOUNT).reserved()).isEqualTo(NanoUsd.ZERO);
  }

  @Test
  @DisplayName("B5: a refusal says whose budget, what is left, and when there is money again")
  void refusalSaysWhen() {
    purses.cap(ACCOUNT, Optional.of(new DailyCap(usd("1"), ZoneId.of("Europe/Berlin"))));
    reserve("1", "0.80");

    assertThat(reserve("2", "0.30"))
        .isEqualTo(
            new Grant.Refused(
                ACCOUNT,
                usd("0.30"),
                usd("0.20"),
                Optional.of(Instant.parse("2026-11-30T23:00:00Z"))));
    assertThat(reserve("3", "1.01"))
        .isEqualTo(new Grant.Refused(ACCOUNT, usd("1.01"), usd("0.20"), Optional.empty()));
    assertThat(reserve("4", "0.20")).isInstanceOf(Grant.Granted.class);
  }

  @Test
  @DisplayName("B5: money is set aside in all scopes or in none")
  void allOrNone() {
    purses.cap(ACCOUNT, cap("1"));
    purses.cap(PROJECT, cap("0.10"));
    var both = new Reservation("1", Set.of(ACCOUNT, PROJECT), usd("0.50"), NOON);

    assertThat(purses.reserve(both))
        .isInstanceOfSatisfying(
            Grant.Refused.class, refused -> assertThat(refused.scope()).isEqualTo(PROJECT));
    assertThat(now(ACCOUNT).reserved()).isEqualTo(NanoUsd.ZERO);
    assertThat(purses.open()).isEmpty();
  }

  @Test
  @DisplayName("B5: where account and project both refuse, the account is told")
  void theAccountIsTold() {
    purses.cap(ACCOUNT, cap("0.20"));
    purses.cap(PROJECT, cap("0.10"));
    var both = new Reservation("1", Set.of(ACCOUNT, PROJECT), usd("0.50"), NOON);

    assertThat(purses.reserve(both))
        .isInstanceOfSatisfying(
            Grant.Refused.class, refused -> assertThat(refused.scope()).isEqualTo(ACCOUNT));
  }

  @Test
  @DisplayName("B5: a call is settled once; a second settlement changes nothing and is told")
  void settledOnce() {
    reserve("1", "0.30");
    assertThat(reserve("1", "0.30")).isEqualTo(new Grant.Known("1"));

    assertThat(purses.settle("1", usd("0.10"))).isInstanceOf(Settlement.Closed.class);
    assertThat(purses.settle("1", usd("0.10"))).isEqualTo(new Settlement.Unknown("1"));
    assertThat(purses.release("1")).isEqualTo(new Settlement.Unknown("1"));
    assertThat(now(ACCOUNT).spent()).isEqualTo(usd("0.10"));
  }

  @Test
  @DisplayName("B5: what was never sent costs nothing")
  void released() {
    purses.cap(ACCOUNT, cap("0.30"));
    reserve("1", "0.30");
    purses.release("1");

    assertThat(reserve("2", "0.30")).isInstanceOf(Grant.Granted.class);
  }

  @Test
  @DisplayName("B5: what costs more than was set aside is spent, and whoever is over is told")
  void dearerThanReserved() {
    purses.cap(ACCOUNT, cap("0.30"));
    reserve("1", "0.30");

    assertThat(purses.settle("1", usd("0.31")))
        .isInstanceOfSatisfying(
            Settlement.Closed.class, closed -> assertThat(closed.over()).containsExactly(ACCOUNT));
    assertThat(now(ACCOUNT).spent()).isEqualTo(usd("0.31"));
    assertThat(reserve("2", "0.01")).isInstanceOf(Grant.Refused.class);
  }

  @Test
  @DisplayName("B5: a call over midnight belongs to the day on which it began")
  void overMidnight() {
    purses.cap(ACCOUNT, cap("1"));
    var late = Instant.parse("2026-11-30T23:59:59Z");
    var next = Instant.parse("2026-12-01T00:00:01Z");
    reserve("1", "0.90", late);

    assertThat(reserve("2", "0.90", next)).isInstanceOf(Grant.Granted.class);
    purses.settle("1", usd("0.70"));
    assertThat(purses.standing(ACCOUNT, next).spent()).isEqualTo(NanoUsd.ZERO);
    assertThat(purses.standing(ACCOUNT, late).spent()).isEqualTo(usd("0.70"));
  }

  @Test
  @DisplayName("B5: a cap whose zone changes loses no reservation that is under way")
  void zoneChangesUnderACall() {
    var at = Instant.parse("2026-11-30T23:30:00Z");
    purses.cap(ACCOUNT, cap("1"));
    reserve("1", "0.40", at);
    purses.cap(ACCOUNT, Optional.of(new DailyCap(usd("1"), ZoneId.of("Asia/Tokyo"))));
    purses.settle("1", usd("0.30"));
    purses.cap(ACCOUNT, cap("1"));

    assertThat(purses.standing(ACCOUNT, at).spent()).isEqualTo(usd("0.30"));
    assertThat(purses.standing(ACCOUNT, at).reserved()).isEqualTo(NanoUsd.ZERO);
  }

  @Test
  @DisplayName("B5: a day of 25 hours ends when the clocks say so")
  void summerTime() {
    var berlin = new DailyCap(usd("1"), ZoneId.of("Europe/Berlin"));
    purses.cap(ACCOUNT, Optional.of(berlin));
    assertThat(purses.standing(ACCOUNT, Instant.parse("2026-10-24T10:00:00Z")).resumesAt())
        .contains(Instant.parse("2026-10-24T22:00:00Z"));
    assertThat(purses.standing(ACCOUNT, Instant.parse("2026-10-25T10:00:00Z")).resumesAt())
        .contains(Instant.parse("2026-10-25T23:00:00Z"));
  }

  @Test
  @DisplayName("B5: after a restart what was open stays set aside, and what was spent is spent")
  void restarted() {
    purses.cap(ACCOUNT, cap("1"));
    purses.spentBefore(ACCOUNT, usd("0.50"), NOON);
    purses.openBefore(
        List.of(new Reservation("lost", Set.of(ACCOUNT), usd("0.40"), NOON.minusSeconds(60))));

    assertThat(reserve("1", "0.20")).isInstanceOf(Grant.Refused.class);
    purses.settle("lost", usd("0.05"));
    assertThat(reserve("1", "0.20")).isInstanceOf(Grant.Granted.class);
  }

  @Test
  @DisplayName("B5: random days: no grant over a cap, sums agree with what was done")
  void randomDays() {
    Gen.each(20, seed -> new PursesTest().randomDays(seed));
  }

  private void randomDays(Gen gen) {
    var scopes = List.of(ACCOUNT, Scope.account("b"), PROJECT, Scope.project("q"));
    scopes.forEach(scope -> purses.cap(scope, cap("1")));
    var spent = new HashMap<Scope, Map<Instant, NanoUsd>>();
    var at = NOON;
    for (int step = 0; step < 1_000; step++) {
      at = at.plus(Duration.ofMinutes(gen.between(0, 9)));
      var open = new ArrayList<>(purses.open());
      if (open.isEmpty() || gen.between(1, 3) > 1) {
        var paidBy = Set.of(scopes.get(gen.between(0, 1)), scopes.get(gen.between(2, 3)));
        var worst = new NanoUsd(gen.between(0, 300_000_000));
        reserveWithin(new Reservation("r" + step, paidBy, worst, at));
      } else {
        var ended = open.get(gen.between(0, open.size() - 1));
        var cost = new NanoUsd(gen.between(0, (int) ended.worst().nanos()));
        purses.settle(ended.id(), cost);
        for (var scope : ended.scopes()) {
          spent
              .computeIfAbsent(scope, _ -> new HashMap<>())
              .merge(dayOf(ended.at()), cost, NanoUsd::plus);
        }
      }
      for (var scope : scopes) {
        var standing = purses.standing(scope, at);
        var today = spent.getOrDefault(scope, Map.of()).getOrDefault(dayOf(at), NanoUsd.ZERO);
        assertThat(standing.spent()).as("step %d", step).isEqualTo(today);
        assertThat(standing.reserved()).as("step %d", step).isEqualTo(openOf(scope, dayOf(at)));
      }
    }
  }

  private void reserveWithin(Reservation wanted) {
    var grant = purses.reserve(wanted);
    for (var scope : wanted.scopes()) {
      var standing = purses.standing(scope, wanted.at());
      var taken = standing.spent().plus(standing.reserved());
      assertThat(taken.exceeds(usd("1"))).as("%s after %s", standing, grant).isFalse();
      if (grant instanceof Grant.Refused refused && refused.scope().equals(scope)) {
        assertThat(taken.plus(wanted.worst()).exceeds(usd("1"))).as("refused for cause").isTrue();
      }
    }
  }

  private NanoUsd openOf(Scope scope, Instant day) {
    return purses.open().stream()
        .filter(open -> open.scopes().contains(scope))
        .filter(open -> dayOf(open.at()).equals(day))
        .map(Reservation::worst)
        .reduce(NanoUsd.ZERO, NanoUsd::plus);
  }
}
