package dev.interlock.server.accounts;

import dev.interlock.core.budget.Effect;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.Pushback;
import dev.interlock.core.budget.Use;
import dev.interlock.runtime.account.Permits;
import dev.interlock.wire.relay.Frame;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// Has providers asked about their accounts by the sidecar, which holds the keys. Each question
/// holds a permit like any other call (design §2.4).
///
/// Thread: any; nothing blocks.
final class Inquirer {
  private static final String HOLDER = "discovery";
  private static final String OUT_OF_REACH = "its sidecar is out of reach";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration TERM = Duration.ofSeconds(30);
  private static final int THROTTLED = 429;

  private final Predicate<Frame> sender;
  private final Function<String, Permits> permits;
  private final RandomGenerator random;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<Frame.Told>> asked = new ConcurrentHashMap<>();

  /// @param sender sends a frame to the sidecar; false where it is out of reach
  /// @param permits of an account
  Inquirer(Predicate<Frame> sender, Function<String, Permits> permits, RandomGenerator random) {
    this.sender = sender;
    this.permits = permits;
    this.random = random;
  }

  /// Asks; what is told has the status 0 where no whole answer came.
  ///
  /// @param path below the API's base
  CompletableFuture<Frame.Told> ask(String account, String path) {
    var answer = new CompletableFuture<Frame.Told>();
    long id = ids.incrementAndGet();
    var lane = permits.apply(account);
    lane.ask(
        new Permits.Wish(HOLDER, "", Use.WATCH, PATIENCE, TERM),
        new Permits.Asker() {
          @Override
          public void granted(Lease lease) {
            asked.put(id, answer);
            var _ = answer.thenAccept(told -> lane.ended(lease, outcome(told)));
            if (!sender.test(new Frame.Ask(id, account, path, lease))) {
              told(new Frame.Told(id, 0, OUT_OF_REACH));
            }
          }

          @Override
          public void refused(Effect.Refused refusal) {
            answer.complete(new Frame.Told(id, 0, "it was not asked: " + refusal.reason().word()));
          }
        });
    return answer;
  }

  /// What such a call takes says nothing of how long the others do.
  private Outcome outcome(Frame.Told told) {
    var pause = told.pause().stream().mapToLong(Duration::toNanos).findFirst();
    return told.status() == THROTTLED
        ? new Outcome.Throttled(new Pushback(pause, random.nextInt(1_000_001)))
        : new Outcome.Failed();
  }

  /// The sidecar is out of reach: what it was asked will not be answered.
  void lost() {
    asked.keySet().forEach(id -> told(new Frame.Told(id, 0, OUT_OF_REACH)));
  }

  /// The sidecar brought an answer.
  void told(Frame.Told told) {
    var waiting = asked.remove(told.id());
    if (waiting != null) {
      waiting.complete(told);
    }
  }
}
