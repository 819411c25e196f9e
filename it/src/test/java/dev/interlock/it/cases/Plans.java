package dev.interlock.it.cases;

import dev.interlock.it.Station;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Waits for plans: what engines say of themselves is read in the background.
public final class Plans {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private Plans() {}

  /// Waits until the profile's plan looks so.
  public static JsonNode await(Station station, String profile, Predicate<JsonNode> wanted) {
    long start = System.nanoTime();
    while (true) {
      var plan = station.post("/api/v1/explain", "{\"profile\":\"%s\"}".formatted(profile)).json();
      if (wanted.test(plan)) {
        return plan;
      }
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("the plan did not become so: " + plan);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /// Waits until answers of its first route would be checked so.
  public static void awaitCheck(Station station, String profile, String check) {
    await(
        station,
        profile,
        plan -> plan.path("candidates").path(0).path("check").asString().equals(check));
  }
}
