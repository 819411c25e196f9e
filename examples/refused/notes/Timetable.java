import java.time.LocalTime;
import java.util.List;

/** When boats leave. */
final class Timetable {
  private static final List<LocalTime> SAILINGS = List.of(LocalTime.of(7, 0), LocalTime.of(17, 0));

  /** The next boat after a moment; the first of tomorrow when today's are gone. */
  static LocalTime next(LocalTime now) {
    for (LocalTime sailing : SAILINGS) {
      if (sailing.isAfter(now)) {
        return sailing;
      }
    }
    return SAILINGS.get(0);
  }

  /** Whether a boat may leave at that force of the wind. */
  static boolean maySail(int windForce, boolean harbourFrozen) {
    return windForce < 9 && !harbourFrozen;
  }
}
