package dev.interlock.runtime.engine;

import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/// What the engines of generating routes say of themselves: read at the start, after a lost
/// connection, and every ten minutes while they are asked (B7, design §10). What can't be read now
/// is not known, and is read again at the next question.
///
/// Thread: any; nothing blocks but the readings, which have threads of their own.
public final class StateBook {
  /// How old a state becomes while its route is asked.
  public static final Duration REFRESH = Duration.ofMinutes(10);

  private final Map<String, EngineReader> readers;
  private final Scheduler scheduler;
  private final Executor threads;
  private final Map<String, EngineState> known = new ConcurrentHashMap<>();
  private final Map<String, String> unread = new ConcurrentHashMap<>();
  private final Set<String> reading = ConcurrentHashMap.newKeySet();
  private final Set<String> armed = ConcurrentHashMap.newKeySet();

  /// @param readers by route; a route without one is never known
  /// @param threads where engines are asked; tasks block
  public StateBook(Map<String, EngineReader> readers, Scheduler scheduler, Executor threads) {
    this.readers = Map.copyOf(readers);
    this.scheduler = scheduler;
    this.threads = threads;
    this.readers.keySet().forEach(this::readAgain);
  }

  /// What the route's engine said last; asked for each time that the route may be used.
  public Optional<EngineState> of(Route route) {
    var name = route.name();
    if (!readers.containsKey(name)) {
      return Optional.empty();
    }
    var state = Optional.ofNullable(known.get(name));
    if (state.isEmpty()) {
      readAgain(name);
    } else if (armed.add(name)) {
      scheduler.after(
          REFRESH,
          () -> {
            armed.remove(name);
            readAgain(name);
          });
    }
    return state;
  }

  /// Why the route's engine could not be read when that was last tried, one sentence.
  public Optional<String> unread(Route route) {
    return Optional.ofNullable(unread.get(route.name()));
  }

  /// The route's engine may have become another one. Must not block: called on event loops.
  public void lost(String route) {
    if (readers.containsKey(route)) {
      readAgain(route);
    }
  }

  private void readAgain(String route) {
    if (reading.add(route)) {
      try {
        threads.execute(() -> read(route));
      } catch (RejectedExecutionException theProgramEnds) {
        reading.remove(route);
      }
    }
  }

  private void read(String route) {
    try {
      switch (Optional.ofNullable(readers.get(route)).orElse(EngineReader.SILENT).read()) {
        case Reading.Told told -> {
          unread.remove(route);
          known.put(route, told.state());
        }
        case Reading.Untold untold -> unknown(route, untold.why());
        case Reading.Failed failed -> unknown(route, failed.reason());
      }
    } finally {
      reading.remove(route);
    }
  }

  private void unknown(String route, String why) {
    unread.put(route, why);
    known.remove(route);
  }
}
