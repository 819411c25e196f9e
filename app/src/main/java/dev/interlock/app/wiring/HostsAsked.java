package dev.interlock.app.wiring;

import dev.interlock.app.config.Settings;
import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.upstream.ModelNames;
import dev.interlock.runtime.upstream.Offered;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Asks the hosts of the settings, all at once, which models they serve; no server needs to run.
///
/// Thread: any but an event loop; blocks for the limit at the most.
public final class HostsAsked {
  /// For each host.
  public static final Duration LIMIT = Duration.ofSeconds(3);

  private HostsAsked() {}

  /// What each host answered, by its name.
  public static Map<String, Offered> of(Settings settings) {
    var hosts = settings.config().hosts();
    if (hosts.isEmpty()) {
      return Map.of();
    }
    var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    try {
      var models = new ModelNames(vertx, new SystemClocks());
      var asked = new LinkedHashMap<String, CompletableFuture<Offered>>();
      hosts.forEach(
          (name, host) -> asked.put(name, models.of(host.url(), settings.keyOf(name), LIMIT)));
      var answers = new LinkedHashMap<String, Offered>();
      asked.forEach((name, answer) -> answers.put(name, answer.join()));
      return answers;
    } finally {
      vertx.close().await();
    }
  }
}
