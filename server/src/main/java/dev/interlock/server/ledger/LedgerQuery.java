package dev.interlock.server.ledger;

import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.time.Durations;
import dev.interlock.runtime.store.LedgerFilter;
import dev.interlock.runtime.store.LedgerFilter.Column;
import dev.interlock.server.http.Rejected;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Reads the filters of `GET /api/v1/ledger`. One that is not known is a mistake, not a wish for
/// everything.
///
/// @param given the query string
/// @param now what `since=1h` counts back from
record LedgerQuery(Map<String, String> given, Instant now) {
  private static final int DEFAULT_LAST = 50;
  private static final int MOST = 1_000;
  private static final Map<String, Column> WORDS =
      Map.of(
          "kind", Column.KIND,
          "route", Column.ROUTE,
          "profile", Column.PURPOSE,
          "project", Column.PROJECT,
          "caller", Column.CALLER,
          "ending", Column.ENDING);

  /// The filter that is meant.
  ///
  /// @throws Rejected if a filter is unknown or malformed
  LedgerFilter filter() {
    var allowed = new TreeSet<>(WORDS.keySet());
    allowed.addAll(List.of("last", "since"));
    for (var name : new TreeSet<>(given.keySet())) {
      if (!allowed.contains(name)) {
        throw wrong(name, "no filter is called '%s'".formatted(name), String.join(", ", allowed));
      }
    }
    var words = new EnumMap<Column, String>(Column.class);
    WORDS.forEach(
        (name, column) -> value(name).ifPresent(word -> words.put(column, checked(column, word))));
    return new LedgerFilter(
        words,
        value("since").map(this::since),
        value("last").map(LedgerQuery::last).orElse(DEFAULT_LAST));
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(given.get(name))
        .map(
            value -> {
              if (value.isBlank()) {
                throw wrong(name, name + " is empty", "a word");
              }
              return value;
            });
  }

  private static String checked(Column column, String word) {
    return switch (column) {
      case KIND ->
          among("kind", word, Arrays.stream(AttemptKind.values()).map(AttemptKind::word).toList());
      case ENDING ->
          among("ending", word, Arrays.stream(Ending.values()).map(Ending::word).toList());
      case ROUTE, PURPOSE, PROJECT, CALLER -> word;
    };
  }

  private static String among(String name, String word, List<String> words) {
    if (!words.contains(word)) {
      throw wrong(name, "no %s is called '%s'".formatted(name, word), String.join(", ", words));
    }
    return word;
  }

  private static int last(String given) {
    try {
      int last = Integer.parseInt(given);
      if (last >= 1 && last <= MOST) {
        return last;
      }
    } catch (NumberFormatException e) {
      // told below, with the range
    }
    throw wrong("last", "last is '%s'".formatted(given), "1 to " + MOST);
  }

  private Instant since(String given) {
    try {
      var back = Durations.parse(given);
      return back.isPresent() ? now.minus(back.get()) : Instant.parse(given);
    } catch (DateTimeParseException e) {
      throw wrong(
          "since",
          "since is '%s'".formatted(given),
          Durations.WORDS + ", or an instant such as 2026-01-31T12:00:00Z");
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  private static Rejected wrong(String param, String message, String allowed) {
    return new Rejected(ApiError.invalid("invalid_value", param, message, "allowed: " + allowed));
  }
}
