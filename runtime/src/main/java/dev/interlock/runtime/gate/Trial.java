package dev.interlock.runtime.gate;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Scheduler;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.store.Born;
import dev.interlock.runtime.upstream.Offered;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/// Tries a server that is no route against a table's anchors: nothing is kept, nothing is routed,
/// and nothing goes out but the probes (A3).
///
/// Thread: any virtual one; [#run] blocks, for [#LIMIT] and one call's limit at the most.
public final class Trial {
  /// For all probes together.
  public static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int AT_ONCE = 2;
  private static final String NAME = "trial";

  /// Texts in one call and calls at once, as a route has them that says nothing.
  private static final int BATCH = 32;

  private static final int CONCURRENCY = 2;

  private final Gatekeeper gatekeeper;
  private final Ways ways;
  private final Scheduler scheduler;
  private final Semaphore room = new Semaphore(AT_ONCE);

  /// Ways out to a server that the settings don't name.
  public interface Ways {
    /// An outlet of its own, which the trial closes.
    Outlet outlet(Route route);

    /// What the server says of its models; never fails.
    CompletableFuture<Offered> offered(URI url);
  }

  public Trial(Gatekeeper gatekeeper, Ways ways, Scheduler scheduler) {
    this.gatekeeper = gatekeeper;
    this.ways = ways;
    this.scheduler = scheduler;
  }

  /// Asks the server for its models, then for all probes, and judges the answers.
  public Tried run(Stranger stranger) {
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
      return known(stranger, born.get(), ways.offered(stranger.url()).join());
    } finally {
      room.release();
    }
  }

  private Tried known(Stranger stranger, Born born, Offered offered) {
    return switch (offered) {
      case Offered.Unreachable gone ->
          new Tried.Failed(
              stranger.model(), offered, born.space(), Fault.UNREACHABLE, gone.reason());
      case Offered.Unlisted unlisted ->
          stranger
              .model()
              .map(model -> probed(stranger, model, born, offered))
              .orElseGet(() -> new Tried.Undecided(List.of(), unlisted.reason()));
      case Offered.Names names ->
          stranger
              .model()
              .or(() -> names.names().stream().findFirst().filter(_ -> names.names().size() == 1))
              .map(model -> probed(stranger, model, born, offered))
              .orElseGet(() -> new Tried.Undecided(names.names(), ""));
    };
  }

  private Tried probed(Stranger stranger, String model, Born born, Offered offered) {
    var set = born.anchors().set();
    return switch (measured(stranger, model, born)) {
      case Probing.Failed failed ->
          new Tried.Failed(
              Optional.of(model), offered, born.space(), failed.fault(), failed.reason());
      case Probing.Complete complete ->
          new Tried.Judged(
              model,
              complete.served(),
              offered,
              born.space(),
              set,
              complete.measured().batched().isPresent(),
              Gate.report(born.anchors(), complete.measured()));
      case Probing.Canaries _ -> throw new IllegalStateException("asked for all, got canaries");
    };
  }

  /// One text a call first: what those answers refuse, no other mode can admit, and a person waits.
  private Probing measured(Stranger stranger, String model, Born born) {
    var set = born.anchors().set();
    var errand =
        new Prober.Errand(set, born.space().recipe(), gatekeeper.askedDimension(stranger.table()));
    var allotted = new Allotted();
    scheduler.after(LIMIT, allotted::end);
    var singles = allotted.measure(route(stranger, model, set.maxTokens(), 1), errand);
    boolean agrees =
        singles instanceof Probing.Complete complete
            && Gate.judge(born.anchors(), complete.measured()) instanceof Judgement.Agrees;
    return agrees
        ? allotted.measure(route(stranger, model, set.maxTokens(), BATCH), errand)
        : singles;
  }

  /// The time of one trial: when it is over, calls under way end.
  private final class Allotted {
    private Optional<Outlet> open = Optional.empty();
    private boolean over;

    Probing measure(Route route, Prober.Errand errand) {
      var outlet = ways.outlet(route);
      try {
        opened(outlet);
        var probing = gatekeeper.prober().measure(outlet, errand);
        return probing instanceof Probing.Failed && isOver() ? late(errand) : probing;
      } finally {
        outlet.close();
      }
    }

    private static Probing late(Prober.Errand errand) {
      return new Probing.Failed(
          Fault.TIMEOUT,
          "%d probes were not answered within %d s"
              .formatted(errand.set().size(), LIMIT.toSeconds()));
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

    synchronized void end() {
      over = true;
      open.ifPresent(Outlet::close);
    }
  }

  private static Route route(Stranger stranger, String model, int maxTokens, int batch) {
    return new Route(
        NAME,
        new Engine(stranger.placement(), stranger.dialect(), stranger.url().toString()),
        model,
        List.of(),
        Optional.empty(),
        new Capacity(maxTokens, batch, CONCURRENCY));
  }
}
