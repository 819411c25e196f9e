package dev.interlock.it.cases;

import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.it.Station;
import dev.interlock.runtime.store.LedgerFilter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The ledger's rows of chats.
public final class ChatRows {
  private static final LedgerFilter CHATS =
      new LedgerFilter(
          Map.of(LedgerFilter.Column.KIND, AttemptKind.CHAT.word()), Optional.empty(), 1_000);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private ChatRows() {}

  /// All rows, oldest first.
  public static List<Attempt> of(Station station) {
    return station.running().ledger().newest(CHATS).reversed();
  }

  /// All rows, once there are so many; a caller who left waits for nothing.
  public static List<Attempt> await(Station station, int count) {
    long start = System.nanoTime();
    while (of(station).size() < count) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError("%d rows did not come: %s".formatted(count, of(station)));
      }
      LockSupport.parkNanos(1_000_000);
    }
    return of(station);
  }

  /// Goes through the server's event loop, so that it has read what was written to it before.
  static void passEventLoop(Station station) {
    for (int i = 0; i < 2; i++) {
      if (station.get("/livez").status() != 200) {
        throw new AssertionError("the server does not live");
      }
    }
  }

  /// `route ending` of each.
  public static List<String> endings(List<Attempt> rows) {
    return rows.stream()
        .map(r -> "%s %s".formatted(r.way().route().orElse("-"), r.result().ending().word()))
        .toList();
  }
}
