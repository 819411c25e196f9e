package dev.interlock.runtime.account;

import dev.interlock.core.account.Hold;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.money.Cost;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.time.WallClock;
import dev.interlock.wire.chat.AccountVerdict;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/// Asks one account's [Desk] for leave on behalf of threads that wait for it, and settles what they
/// had leave for.
///
/// ```
/// ask -> the money is on disk -> a permit -> the call -> settled, the permit is back
/// ```
///
/// Thread: [#ask] blocks and belongs on virtual threads; an interrupt leaves the queue.
public final class Payer {
  private final Desk desk;
  private final WallClock wall;
  private final Supplier<Optional<Plan.Bar>> bar;

  /// @param bar what the account has against any call of now, whatever it costs
  public Payer(Desk desk, WallClock wall, Supplier<Optional<Plan.Bar>> bar) {
    this.desk = desk;
    this.wall = wall;
    this.bar = bar;
  }

  /// What came of a wish.
  public sealed interface Leave {
    /// The call may go out; the purchase has to be settled whatever becomes of it.
    record Granted(Purchase purchase) implements Leave {}

    /// It may not.
    ///
    /// @param words a clause for people, to be read after who is asked
    record Refused(Hold hold, String words) implements Leave {}

    /// The thread was interrupted, and nobody waits any more.
    record Left() implements Leave {}
  }

  /// Waits for leave. What a person has to set first, such as a key, is told before what the call
  /// would cost.
  public Leave ask(PaidCall call) {
    return bar.get()
        .filter(b -> b.kind() == Plan.Bar.Kind.CLOSED)
        .map(b -> Verdicts.held(b, wall.now()))
        .<Leave>map(held -> new Leave.Refused(held.hold(), held.words()))
        .orElseGet(() -> cleared(call));
  }

  private Leave cleared(PaidCall call) {
    var told = new CompletableFuture<Leave>();
    var request =
        desk.clear(
            call,
            new Desk.Caller() {
              @Override
              public void cleared(Clearance clearance) {
                told.complete(new Leave.Granted(new Purchase(clearance)));
              }

              @Override
              public void withheld(Withheld why) {
                told.complete(
                    new Leave.Refused(Verdicts.hold(why, wall.now()), why.words(desk.account())));
              }
            });
    try {
      return told.get();
    } catch (InterruptedException e) {
      request.leave();
      var _ = told.thenAccept(Payer::giveBack);
      Thread.currentThread().interrupt();
      return new Leave.Left();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wish failed instead of ending", e);
    }
  }

  private static void giveBack(Leave leave) {
    if (leave instanceof Leave.Granted(var purchase)) {
      purchase.unsent();
    }
  }

  /// How a call went, as far as its money cares.
  ///
  /// @param wireNanos from the first byte sent to the last read; empty where nothing was sent
  /// @param answered whether the provider answered as it should
  /// @param verdict what it said of the account
  /// @param asked how long it asks to be left alone
  /// @param bill what is to be paid
  public record Course(
      OptionalLong wireNanos,
      boolean answered,
      AccountVerdict verdict,
      Optional<Duration> asked,
      Bill bill) {}

  /// Leave for one call. Thread: the call's.
  public final class Purchase {
    private final Clearance clearance;

    private Purchase(Clearance clearance) {
      this.clearance = clearance;
    }

    /// The permit, which rides along with the call.
    public Lease lease() {
      return clearance.lease();
    }

    /// The call is not made after all: money and permit are given back.
    public void unsent() {
      clearance.unsent();
    }

    /// Settles the money and returns the permit.
    ///
    /// @return what the call cost, where that is known
    public Optional<Cost> settle(Course course) {
      var cost = clearance.pay(course.bill());
      clearance.end(
          Verdicts.outcome(desk, course.verdict(), course.asked(), wall.now())
              .orElseGet(() -> plain(course)));
      return cost;
    }

    private static Outcome plain(Course course) {
      return course.answered() && course.wireNanos().isPresent()
          ? new Outcome.Answered(course.wireNanos().getAsLong())
          : new Outcome.Failed();
    }

    /// Why the account brings nothing now, if the provider said so.
    public Optional<Hold> hold(Course course) {
      return Verdicts.hold(course.verdict(), course.asked(), wall.now());
    }
  }
}
