package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.engine.Reading;
import dev.interlock.runtime.store.Born;
import dev.interlock.runtime.upstream.Offered;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/// Tries a server that is no route against a table's anchors: nothing is kept but the ledger's
/// rows, nothing is routed, and nothing goes out but the probes (A3).
///
/// Thread: any virtual one; [#run] blocks, for [#LIMIT] and one call's limit at the most.
public final class Trial {
  /// For all probes together.
  public static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int AT_ONCE = 2;
  private static final String NAME = "trial";

  /// Calls at once, as a route has them that says nothing.
  private static final int CONCURRENCY = 2;

  private final Gatekeeper gatekeeper;
  private final Ways ways;
  private final Scheduler scheduler;
  private final Prober prober;
  private final Semaphore room = new Semaphore(AT_ONCE);

  /// Ways out to a server that the settings don't name.
  public interface Ways {
    /// An outlet of its own, which the trial closes.
    Outlet outlet(Route route);

    /// What the server says of its models; never fails.
    CompletableFuture<Offered> offered(URI url);
  }

  public Trial(Gatekeeper gatekeeper, Ways ways, Gatekeeper.Surroundings around) {
    this.gatekeeper = gatekeeper;
    this.ways = ways;
    this.scheduler = around.scheduler();
    this.prober = new Prober(new Fan(around.threads()), around.clerk());
  }

  /// Asks the server for its models, then for all probes, and judges the answers.
  ///
  /// @param trail each pass over the probes is an attempt of it
  public Tried run(Stranger stranger, Trail trail) {
    var tried = tried(stranger, trail);
    if (trail.attempts() == 0) {
      trail.withoutRoute(Ending.NOT_SENT, unsent(tried));
    }
    return tried;
  }

  private static String unsent(Tried tried) {
    return switch (tried) {
      case Tried.Judged _ -> "";
      case Tried.Failed failed -> failed.reason();
      case Tried.Undecided _ -> "no model is named";
      case Tried.Unborn _ -> "the table has no anchors";
      case Tried.Blocked blocked -> blocked.reason();
      case Tried.Busy _ -> "other trials are under way";
    };
  }

  private Tried tried(Stranger stranger, Trail trail) {
    var blocked = gatekeeper.blocked(stranger.table());
    if (blocked.isPresent()) {
      return new Tried.Blocked(blocked.get());
    }
    var born = gatekeeper.born(stranger.table());
    if (born.isEmpty()) {
      return new Tried.Unborn();
    }
    if (!room.tryAcquire()) {
      return new Tried.Busy();
    }
    try {
      return new Run(stranger, born.get(), trail).known(ways.offered(stranger.url()).join());
    } finally {
      room.release();
    }
  }

  /// One trial. When its time is over, calls under way end.
  private final class Run {
    private final Stranger stranger;
    private final Born born;
    private final Trail trail;
    private Optional<EngineState> state = Optional.empty();
    private Optional<Outlet> open = Optional.empty();
    private boolean over;

    Run(Stranger stranger, Born born, Trail trail) {
      this.stranger = stranger;
      this.born = born;
      this.trail = trail;
    }

    Tried known(Offered offered) {
      return switch (offered) {
        case Offered.Unreachable gone ->
            new Tried.Failed(
                stranger.model(), offered, born.space(), Fault.UNREACHABLE, gone.reason());
        case Offered.Unlisted unlisted ->
            stranger
                .model()
                .map(model -> probed(model, offered))
                .orElseGet(() -> new Tried.Undecided(List.of(), unlisted.reason()));
        case Offered.Names names ->
            stranger
                .model()
                .or(() -> names.names().stream().findFirst().filter(_ -> names.names().size() == 1))
                .map(model -> probed(model, offered))
                .orElseGet(() -> new Tried.Undecided(names.names(), ""));
      };
    }

    private Tried probed(String model, Offered offered) {
      return switch (measured(model)) {
        case Probing.Failed failed ->
            new Tried.Failed(
                Optional.of(model), offered, born.space(), failed.fault(), failed.reason());
        case Probing.Complete complete ->
            new Tried.Judged(
                model,
                complete.served(),
                state,
                offered,
                born.space(),
                born.anchors().set(),
                complete.measured().batched().isPresent(),
                Gate.report(born.anchors(), complete.measured()));
        case Probing.Canaries _ -> throw new IllegalStateException("asked for all, got canaries");
      };
    }

    /// One text a call first: what those answers refuse, no other mode can admit, and a person
    /// waits.
    private Probing measured(String model) {
      scheduler.after(LIMIT, this::end);
      var singles = ask(route(model, OptionalInt.of(1)));
      boolean agrees =
          singles instanceof Probing.Complete complete
              && Gate.judge(born.anchors(), complete.measured()) instanceof Judgement.Agrees;
      return agrees ? ask(route(model, OptionalInt.empty())) : singles;
    }

    private Probing ask(Route route) {
      var set = born.anchors().set();
      var width = gatekeeper.askedDimension(stranger.table());
      var errand = new Prober.Errand(set, born.space().recipe(), width);
      var outlet = ways.outlet(route);
      try {
        opened(outlet);
        var probing =
            unfit(outlet).orElseGet(() -> prober.measure(new Prober.Visit(outlet, errand, trail)));
        return probing instanceof Probing.Failed && isOver() ? late(set.size()) : probing;
      } finally {
        outlet.close();
      }
    }

    /// Why no probe is sent: the engine says of itself that it can't be used, or that it is not
    /// where the person thinks it is.
    private Optional<Probing> unfit(Outlet outlet) {
      if (outlet.read() instanceof Reading.Failed failed) {
        return Optional.of(new Probing.Failed(failed.fault(), failed.reason()));
      }
      state = outlet.state();
      var placed = state.map(s -> s.placement(stranger.placement())).orElse(stranger.placement());
      return placed == stranger.placement()
          ? Optional.empty()
          : Optional.of(
              new Probing.Failed(
                  Fault.DENIED,
                  "its model runs elsewhere (%s): say --cloud if the probes may go there"
                      .formatted(state.flatMap(EngineState::elsewhere).orElse("a cloud"))));
    }

    private static Probing late(int probes) {
      return new Probing.Failed(
          Fault.TIMEOUT,
          "%d probes were not answered within %d s".formatted(probes, LIMIT.toSeconds()));
    }

    /// @param batch texts in one call at the most; empty for the engine's own word
    private Route route(String model, OptionalInt batch) {
      return new Route(
          NAME,
          new Engine(stranger.placement(), stranger.dialect(), stranger.url().toString()),
          model,
          List.of(),
          Optional.empty(),
          new Capacity(OptionalInt.of(born.anchors().set().maxTokens()), batch, CONCURRENCY),
          Optional.empty());
    }

    private synchronized void opened(Outlet outlet) {
      open = Optional.of(outlet);
      if (over) {
        outlet.close();
      }
    }

    private synchronized boolean isOver() {
      return over;
    }

    private synchronized void end() {
      over = true;
      open.ifPresent(Outlet::close);
    }
  }
}
