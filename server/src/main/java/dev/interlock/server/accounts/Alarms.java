package dev.interlock.server.accounts;

import dev.interlock.core.budget.Effect.Alarm;
import dev.interlock.core.time.WallClock;
import dev.interlock.server.http.Json;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.logging.Logger;

/// Tells people what they have to act on: in the log, and at a webhook where one is set (B8). What
/// lasts is told once, until it has ended.
///
/// Thread: any; nothing blocks.
public final class Alarms {
  private static final Logger LOG = Logger.getLogger(Alarms.class.getName());

  private final WallClock wall;
  private final Optional<Consumer<byte[]>> webhook;
  private volatile BiConsumer<String, Alarm.Kind> budgets = (_, _) -> {};
  private final Set<String> lasting = ConcurrentHashMap.newKeySet();

  /// @param webhook takes a JSON body; must not block
  public Alarms(WallClock wall, Optional<Consumer<byte[]>> webhook) {
    this.wall = wall;
    this.webhook = webhook;
  }

  /// As the webhook is told.
  ///
  /// @param kind a word, such as `exhausted`
  public record Told(String account, String kind, String message, Instant at) {}

  /// Who else hears what budgets tell, by account; set once.
  void heard(BiConsumer<String, Alarm.Kind> hearer) {
    budgets = hearer;
  }

  /// A budget told of something.
  public void told(String account, Alarm alarm) {
    raise(account, alarm.kind().name().toLowerCase(Locale.ROOT), alarm.message());
    budgets.accept(account, alarm.kind());
  }

  /// Something happened.
  void raise(String account, String kind, String message) {
    LOG.warning(() -> "account %s: %s".formatted(account, message));
    var body = Json.bytes(new Told(account, kind, message, wall.now()));
    webhook.ifPresent(hook -> hook.accept(body));
  }

  /// Something lasts, or has ended.
  void lasts(String account, String kind, Optional<String> message) {
    var name = account + ' ' + kind;
    if (message.isEmpty()) {
      lasting.remove(name);
    } else if (lasting.add(name)) {
      raise(account, kind, message.get());
    }
  }
}
