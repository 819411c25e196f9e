package dev.interlock.core.budget;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Stories of a budget in a line, so that a table can tell them.
///
/// - `i1`, `b2`, `w3`: waiter 1 asks, interactive, bulk or for the account itself; `i1@p` for
///   project p, `i1~3` waits 3 s instead of 5, `i1/9` with a lease of 9 s instead of 600.
/// - `ok1`, `ok1:4`: waiter 1's call is answered, after 4 s on the wire instead of 2; `fail1`.
/// - `429:1`, `429:1:30`, `429:1::j`: it met 429, with 30 s of `Retry-After`, with the longest
///   jitter; `full:1` the same as a retryable 402.
/// - `402:1`, `401:1`, `cap:1:60`, `low:1`: its answer told of the account.
/// - `left1`, `keep1:9`: the waiter leaves; its lease is renewed for 9 s.
/// - `funded`, `rate600`, `rate0`, `limit2`, `limit`, `pause:p:9`, `weight:p:3`, `enable`,
///   `disable`, `key_pushed`, `resume`: what they say. `stale` is `funded`, asked a second ago.
/// - `+1.5`: 1.5 s later.
///
/// What comes out: `1+` granted, `1-permits_out:2` refused with 2 s of `Retry-After`, `!low` an
/// alarm; with `@1.5` behind where that is so many seconds after the beginning.
final class Script {
  private final Watched budget = new Watched();
  private final Map<Long, Long> leases = new HashMap<>();
  private final List<String> out = new ArrayList<>();

  static String run(String words) {
    return new Script().play(words).told();
  }

  static View view(String words) {
    return new Script().play(words).budget.view();
  }

  private String told() {
    return String.join(" ", out);
  }

  private Script play(String words) {
    for (var word : words.strip().split("\\s+", -1)) {
      if (word.startsWith("+")) {
        later(nanos(word.substring(1)));
      } else {
        budget.on(event(word));
        tell();
      }
    }
    return this;
  }

  private void later(long nanos) {
    long end = budget.now + nanos;
    budget.until(end);
    tell();
    budget.on(new Event.Woke());
    tell();
  }

  private void tell() {
    for (var effect : budget.said) {
      tell(effect);
    }
    budget.said.clear();
  }

  private void tell(Effect effect) {
    switch (effect) {
      case Effect.Granted(var waiter, var lease) -> {
        leases.put(waiter, lease.id());
        out.add(waiter + "+" + at(lease.startedNanos()));
      }
      case Effect.Refused refused ->
          out.add(
              refused.waiter()
                  + "-"
                  + refused.reason().word()
                  + (refused.retryAfterSeconds().isPresent()
                      ? ":" + refused.retryAfterSeconds().getAsLong()
                      : ""));
      case Effect.Alarm(var kind, var _) -> out.add("!" + kind.name().toLowerCase(Locale.ROOT));
      case Effect.WakeAt _ -> {}
    }
  }

  private static String at(long tick) {
    long millis = (tick - Watched.ORIGIN) / 1_000_000;
    if (millis == 0) {
      return "";
    }
    return millis % 1000 == 0
        ? "@" + millis / 1000
        : "@%d.%d".formatted(millis / 1000, millis % 1000 / 100);
  }

  private static long nanos(String seconds) {
    return new java.math.BigDecimal(seconds).scaleByPowerOfTen(9).longValueExact();
  }

  private Event event(String word) {
    var parts = word.split(":", -1);
    var head = parts[0];
    var ended = ended(parts);
    if (ended.isPresent()) {
      return ended.get();
    }
    if (head.matches("[ibw]\\d+.*")) {
      return new Event.Asked(ask(word));
    }
    if (head.startsWith("left")) {
      return new Event.Left(number(head, "left"));
    }
    if (head.startsWith("keep")) {
      return new Event.Renewed(lease(number(head, "keep")), nanos(parts[1]));
    }
    if (head.startsWith("rate")) {
      int rpm = (int) number(head, "rate");
      return new Event.Discovered(OptionalInt.of(rpm), Optional.empty(), budget.now);
    }
    if (head.startsWith("limit")) {
      return new Event.Limited(
          head.equals("limit") ? OptionalInt.empty() : OptionalInt.of((int) number(head, "limit")));
    }
    return switch (head) {
      case "funded" -> told(new News.Funded(OptionalLong.empty()), budget.now);
      case "stale" -> told(new News.Funded(OptionalLong.empty()), budget.now - Watched.SECOND);
      case "pause" -> new Event.ProjectPaused(parts[1], budget.now + nanos(parts[2]));
      case "weight" -> new Event.Weighted(parts[1], Integer.parseInt(parts[2]));
      default -> new Event.Ordered(Order.valueOf(head.toUpperCase(Locale.ROOT)));
    };
  }

  private static Event told(News news, long asked) {
    return new Event.Discovered(OptionalInt.empty(), Optional.of(news), asked);
  }

  private Optional<Event> ended(String[] parts) {
    var head = parts[0];
    if (head.startsWith("ok")) {
      var wire = parts.length > 1 ? nanos(parts[1]) : 2 * Watched.SECOND;
      return end(number(head, "ok"), new Outcome.Answered(wire));
    }
    if (head.startsWith("fail")) {
      return end(number(head, "fail"), new Outcome.Failed());
    }
    var news =
        switch (head) {
          case "429" -> Optional.<Outcome>of(new Outcome.Throttled(pushback(parts)));
          case "full" -> unpaid(new News.InFlightFull(pushback(parts)));
          case "402" -> unpaid(new News.Exhausted());
          case "401" -> unpaid(new News.KeyRefused());
          case "low" -> unpaid(new News.Low(OptionalLong.empty()));
          case "cap" ->
              unpaid(
                  new News.KeyCapped(
                      parts.length > 2 ? OptionalLong.of(nanos(parts[2])) : OptionalLong.empty()));
          default -> Optional.<Outcome>empty();
        };
    return news.flatMap(outcome -> end(Long.parseLong(parts[1]), outcome));
  }

  private static Optional<Outcome> unpaid(News news) {
    return Optional.of(new Outcome.Unpaid(news));
  }

  private Optional<Event> end(long waiter, Outcome outcome) {
    return Optional.of(new Event.Ended(lease(waiter), outcome));
  }

  private long lease(long waiter) {
    return leases.getOrDefault(waiter, -1L);
  }

  private static Pushback pushback(String[] parts) {
    return new Pushback(
        parts.length > 2 && !parts[2].isEmpty()
            ? OptionalLong.of(nanos(parts[2]))
            : OptionalLong.empty(),
        parts.length > 3 ? 1_000_000 : 0);
  }

  private static long number(String word, String before) {
    return Long.parseLong(word.substring(before.length()));
  }

  private static Ask ask(String word) {
    var use =
        switch (word.charAt(0)) {
          case 'i' -> Use.INTERACTIVE;
          case 'b' -> Use.BULK;
          default -> Use.WATCH;
        };
    return new Ask(
        Long.parseLong(word.substring(1).replaceAll("[@~/].*", "")),
        "holder",
        option(word, "@", ""),
        use,
        nanos(option(word, "~", "5")),
        nanos(option(word, "/", "600")));
  }

  private static String option(String word, String mark, String without) {
    int at = word.indexOf(mark);
    return at < 0 ? without : word.substring(at + 1).replaceAll("[@~/].*", "");
  }
}
