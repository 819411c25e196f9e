package dev.interlock.server.gateway;

import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.account.Clearance;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.account.PaidCall;
import dev.interlock.runtime.account.Withheld;
import dev.interlock.runtime.upstream.Failure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// One attempt's wait for leave on an account; what comes of it is told on the event loop that
/// asked. Owner thread: that event loop.
final class TollGate {
  private final Desk desk;
  private final Answer answer;
  private final Context loop = Objects.requireNonNull(Vertx.currentContext(), "no event loop");
  private Optional<Desk.Request> request = Optional.empty();
  private boolean left;

  /// Told on the event loop, at most once.
  interface Answer {
    void cleared(Toll toll);

    void withheld(Failure failure);
  }

  private TollGate(Desk desk, Answer answer) {
    this.desk = desk;
    this.answer = answer;
  }

  /// Asks.
  ///
  /// @param now the present
  static TollGate ask(Desk desk, PaidCall call, Instant now, Answer answer) {
    var gate = new TollGate(desk, answer);
    gate.request =
        Optional.of(
            desk.clear(
                call,
                new Desk.Caller() {
                  @Override
                  public void cleared(Clearance clearance) {
                    gate.loop.runOnContext(_ -> gate.cleared(clearance));
                  }

                  @Override
                  public void withheld(Withheld why) {
                    gate.loop.runOnContext(_ -> gate.withheld(why, now));
                  }
                }));
    return gate;
  }

  private void cleared(Clearance clearance) {
    if (left) {
      clearance.unsent();
    } else {
      answer.cleared(new Toll(desk, clearance));
    }
  }

  private void withheld(Withheld why, Instant now) {
    if (!left) {
      answer.withheld(
          new Failure(
              Fault.WITHHELD,
              why.status(),
              why.code(),
              why.words(desk.account()),
              Optional.empty(),
              why.retryAfter(now.toEpochMilli())));
    }
  }

  /// Nobody waits any more.
  void leave() {
    left = true;
    request.ifPresent(Desk.Request::leave);
  }
}
