package dev.interlock.server.jobs;

import dev.interlock.core.account.Hold;
import dev.interlock.core.fanout.View;
import dev.interlock.core.job.JobState;
import dev.interlock.runtime.account.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Which routes brought nothing because their account, or a pause that they asked for, stands in
/// the way, and what that makes of a job that has nobody else (B8, C34, C41).
///
/// Guarded by its queue's lock.
final class HeldRoutes {
  /// A pause as short as that is no news: the job goes on as if it ran.
  private static final Duration BRIEF = Duration.ofSeconds(10);

  /// When an account is looked at again, which costs nothing: a person may have changed it.
  private static final Duration GLANCE = Duration.ofMinutes(1);

  /// When a call is tried again for which a day's budget was too small.
  private static final Duration BUDGET_GLANCE = Duration.ofMinutes(15);

  private final Map<String, Held> held = new LinkedHashMap<>();

  void held(String route, Held why) {
    held.put(route, why);
  }

  /// The route brought something, or is a provider no more.
  void freed(String route) {
    held.remove(route);
  }

  /// When a held route is worth another look; empty where it is to find out by itself.
  ///
  /// @param account whether an account holds it, which is looked at for nothing
  static Optional<Duration> glance(Hold hold, boolean account) {
    if (!account) {
      return hold.left();
    }
    var longest = hold.kind() == Hold.Kind.BUDGET ? BUDGET_GLANCE : GLANCE;
    return hold.left().map(left -> left.compareTo(longest) < 0 ? left : longest);
  }

  /// Why nobody pulls though routes are admitted; empty while somebody does, or will in a moment.
  ///
  /// @param aside what is told of a route that failed
  Optional<Standstill> standstill(View view, Function<View.Place, String> aside) {
    var reasons = new ArrayList<String>();
    var holding = new ArrayList<Hold>();
    for (var place : view.providers()) {
      var why = lasting(place.name());
      if (why.isPresent() && place.state() != View.State.GONE) {
        holding.add(why.get().hold());
        reasons.add("route %s %s".formatted(place.name(), why.get().words()));
        continue;
      }
      switch (place.state()) {
        case PULLING, POSTPONED, PROVING -> {
          return Optional.empty();
        }
        case ASIDE -> reasons.add(aside.apply(place));
        case GONE -> {}
      }
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(standstill(holding, reasons.stream().collect(Collectors.joining("; "))));
  }

  private Optional<Held> lasting(String route) {
    return Optional.ofNullable(held.get(route))
        .filter(
            h ->
                h.hold().kind() != Hold.Kind.PAUSE
                    || h.hold().left().filter(left -> left.compareTo(BRIEF) > 0).isPresent());
  }

  private static Standstill standstill(Iterable<Hold> holds, String reason) {
    var state = JobState.PAUSED_NO_PROVIDER;
    Optional<Instant> first = Optional.empty();
    for (var hold : holds) {
      if (hold.kind() == Hold.Kind.CREDIT) {
        state = JobState.PAUSED_NO_CREDIT;
      }
      var before = first;
      first =
          hold.until().filter(u -> before.isEmpty() || u.isBefore(before.get())).or(() -> before);
    }
    return first.isPresent()
        ? new Standstill(JobState.PAUSED_UNTIL, reason, first)
        : new Standstill(state, reason, first);
  }
}
