package dev.interlock.core.money;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Daily budgets of all scopes: money is set aside before a call, and settled once after it (B5,
/// design §2.5). Spent and reserved together never pass a cap at the moment of a grant, however
/// many calls ask at once, since one lane asks after the other.
///
/// What is set aside belongs to the day on which it was: a call over midnight is no burden on the
/// next day. A call that is lost stays reserved until somebody settles or releases it.
///
/// Thread: one lane. Pure: no clock, no store.
public final class Purses {
  private static final NanoUsd NOTHING = NanoUsd.ZERO;

  private final Map<Scope, DailyCap> caps = new HashMap<>();
  private final Map<Scope, Purse> purses = new HashMap<>();
  private final Map<String, Open> open = new HashMap<>();
  private final Map<ZoneId, Day> lastDays = new HashMap<>();

  /// A reservation, and the day that it belongs to in each scope: a cap's zone may change under it.
  private record Open(Reservation reservation, Map<Scope, LocalDate> days) {}

  /// How a scope stands on the present day.
  ///
  /// @param cap empty where nothing bounds it
  /// @param resumesAt when the next day begins; empty without a cap
  public record Standing(
      Scope scope,
      NanoUsd spent,
      NanoUsd reserved,
      Optional<NanoUsd> cap,
      Optional<Instant> resumesAt) {}

  /// What a settlement did.
  public sealed interface Settlement {
    /// The reservation is closed.
    ///
    /// @param over scopes that are now past their cap, since the call cost more than was set aside
    record Closed(Reservation reservation, List<Scope> over) implements Settlement {}

    /// No such reservation is open: it was settled before, or never made. Nothing was changed.
    record Unknown(String id) implements Settlement {}
  }

  /// Sets or takes away a cap; what was spent and set aside stays.
  public void cap(Scope scope, Optional<DailyCap> cap) {
    cap.ifPresentOrElse(c -> caps.put(scope, c), () -> caps.remove(scope));
  }

  /// Takes over what a ledger knows from before: money spent by a scope, at that time.
  public void spentBefore(Scope scope, NanoUsd amount, Instant at) {
    purse(scope).spent(day(scope, at).date(), amount);
  }

  /// Takes over reservations that were never settled, caps or not: they stay set aside.
  public void openBefore(Collection<Reservation> reservations) {
    reservations.forEach(this::take);
  }

  /// Sets money aside in all scopes, or in none.
  public Grant reserve(Reservation wanted) {
    if (open.containsKey(wanted.id())) {
      return new Grant.Known(wanted.id());
    }
    var refused = Optional.<Grant.Refused>empty();
    for (var scope : wanted.scopes()) {
      refused = first(refused, refusal(scope, wanted));
    }
    if (refused.isPresent()) {
      return refused.get();
    }
    take(wanted);
    return new Grant.Granted(wanted);
  }

  /// Of two scopes that refuse, the account is told.
  private static Optional<Grant.Refused> first(
      Optional<Grant.Refused> one, Optional<Grant.Refused> other) {
    return one.isEmpty() || other.filter(r -> r.scope().kind() == Scope.Kind.ACCOUNT).isPresent()
        ? other
        : one;
  }

  private Optional<Grant.Refused> refusal(Scope scope, Reservation wanted) {
    return Optional.ofNullable(caps.get(scope))
        .flatMap(
            cap -> {
              var day = day(scope, wanted.at());
              var taken = purse(scope).on(day.date()).taken();
              if (!taken.plus(wanted.worst()).exceeds(cap.amount())) {
                return Optional.empty();
              }
              boolean never = wanted.worst().exceeds(cap.amount());
              return Optional.of(
                  new Grant.Refused(
                      scope,
                      wanted.worst(),
                      cap.amount().minus(taken),
                      never ? Optional.empty() : Optional.of(day.until())));
            });
  }

  private void take(Reservation wanted) {
    var days = new HashMap<Scope, LocalDate>();
    wanted.scopes().forEach(scope -> days.put(scope, day(scope, wanted.at()).date()));
    days.forEach((scope, day) -> purse(scope).reserve(day, wanted.worst()));
    open.put(wanted.id(), new Open(wanted, days));
  }

  /// The call has ended, and cost this. What it cost is spent, whatever was set aside.
  public Settlement settle(String id, NanoUsd cost) {
    return close(id, cost);
  }

  /// Nothing of the call was sent, so nothing can be billed.
  public Settlement release(String id) {
    return close(id, NOTHING);
  }

  private Settlement close(String id, NanoUsd cost) {
    var closed = Optional.ofNullable(open.remove(id));
    if (closed.isEmpty()) {
      return new Settlement.Unknown(id);
    }
    var over = new ArrayList<Scope>();
    var reservation = closed.get().reservation();
    closed
        .get()
        .days()
        .forEach(
            (scope, day) -> {
              var purse = purse(scope);
              purse.settle(day, reservation.worst(), cost);
              Optional.ofNullable(caps.get(scope))
                  .filter(cap -> purse.on(day).taken().exceeds(cap.amount()))
                  .ifPresent(_ -> over.add(scope));
            });
    return new Settlement.Closed(reservation, List.copyOf(over));
  }

  /// Reservations that nobody has settled yet.
  public List<Reservation> open() {
    return open.values().stream().map(Open::reservation).toList();
  }

  /// How a scope stands now.
  public Standing standing(Scope scope, Instant now) {
    var day = day(scope, now);
    var sums = purse(scope).on(day.date());
    var cap = Optional.ofNullable(caps.get(scope));
    return new Standing(
        scope, sums.spent(), sums.reserved(), cap.map(DailyCap::amount), cap.map(_ -> day.until()));
  }

  private Purse purse(Scope scope) {
    return purses.computeIfAbsent(scope, _ -> new Purse());
  }

  /// A scope's day, from the last one that was asked for where that still lasts: a zone's rules are
  /// slow to ask.
  private Day day(Scope scope, Instant at) {
    ZoneId zone = Optional.ofNullable(caps.get(scope)).map(DailyCap::zone).orElse(ZoneOffset.UTC);
    var last = Optional.ofNullable(lastDays.get(zone)).filter(day -> day.holds(at));
    return last.orElseGet(
        () -> {
          var fresh = Day.of(at, zone);
          lastDays.put(zone, fresh);
          return fresh;
        });
  }
}
