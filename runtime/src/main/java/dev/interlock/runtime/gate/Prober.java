package dev.interlock.runtime.gate;

import dev.interlock.core.account.Behalf;
import dev.interlock.core.budget.Use;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Form;
import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Pass;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.role.Role;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.Findings;
import dev.interlock.runtime.egress.Outlet;
import dev.interlock.runtime.egress.Trail;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Sends probes to a route, in every mode that the route may later serve in, and makes [Measured]
/// of the answers.
///
/// It takes a probe set, never a text, and it alone makes the value that the gate judges (design
/// §2.2). Blocks; thread: any virtual one.
public final class Prober {
  /// What is sent: the set in the forms of a recipe, at a width.
  record Errand(ProbeSet set, TextRecipe recipe, OptionalInt dimension) {
    String text(int position) {
      var probe = set.probes().get(position);
      return probe.form() == Form.QUERY
          ? recipe.query(probe.text())
          : recipe.document(probe.text());
    }
  }

  /// One call on a route: what is sent to it, and under which request.
  ///
  /// @param trail each pass over the probes is an attempt of it
  record Visit(Outlet outlet, Errand errand, Trail trail) {}

  private final Fan fan;
  private final Clerk clerk;

  Prober(Fan fan, Clerk clerk) {
    this.fan = fan;
    this.clerk = clerk;
  }

  /// Goes to a route, under a request of its own.
  ///
  /// @param role on whose behalf
  /// @param what what is sent, such as `40 probes`
  Visit visit(Outlet outlet, Errand errand, Role role, String what) {
    var asker = new Asker(Asker.OURSELVES, Optional.empty(), Optional.of(role.word()));
    return new Visit(outlet, errand, clerk.own(AttemptKind.PROBE, asker, what));
  }

  /// All probes: one by one, then in full batches, then in full batches with the order reversed.
  ///
  /// A route that takes one text a call has one mode only and is asked once.
  Probing measure(Outlet outlet, Errand errand, Role role) {
    return measure(visit(outlet, errand, role, errand.set().size() + " probes"));
  }

  /// The same, under a request that is known already.
  Probing measure(Visit visit) {
    var route = visit.outlet().route();
    var order = IntStream.range(0, visit.errand().set().size()).boxed().toList();
    var single = visit.outlet().singleOnly() ? new Mode(1, route.concurrency()) : Mode.SINGLE;
    var singles = pass(visit, order, single);
    if (singles.failure().isPresent()) {
      return singles.failure().get();
    }
    if (visit.outlet().singleOnly()) {
      return complete(visit, single, singles, single, Optional.empty(), Optional.empty());
    }
    return batched(visit, single, singles);
  }

  private Probing batched(Visit visit, Mode single, Sweep singles) {
    var order = IntStream.range(0, visit.errand().set().size()).boxed().toList();
    var outlet = visit.outlet();
    while (true) {
      var full = new Mode(outlet.cap().now(), outlet.route().concurrency());
      var forward = pass(visit, order, full);
      var backward =
          forward.failure().isPresent() ? forward : pass(visit, order.reversed(), full).turned();
      var failure = forward.failure().or(backward::failure);
      if (failure.isEmpty()) {
        return complete(visit, single, singles, full, Optional.of(forward), Optional.of(backward));
      }
      if (failure.get().fault().ofTheRoute()) {
        return failure.get();
      }
      if (full.batch() == 1) {
        return complete(visit, single, singles, single, Optional.empty(), Optional.empty());
      }
      outlet.cap().refused(full.batch());
    }
  }

  private static Probing complete(
      Visit visit,
      Mode single,
      Sweep singles,
      Mode full,
      Optional<Sweep> forward,
      Optional<Sweep> backward) {
    return new Probing.Complete(
        Measured.byProber(
            visit.outlet().route().name(),
            visit.errand().set(),
            single,
            singles.pass(),
            full,
            forward.map(Sweep::pass),
            backward.map(Sweep::pass)),
        singles.served());
  }

  /// The named probes, one by one, beside what the route is doing in its own mode.
  Probing canaries(Visit visit, List<Integer> positions, Mode serving) {
    var sweep = pass(visit, positions, new Mode(1, serving.concurrency()));
    return sweep
        .failure()
        .<Probing>map(f -> f)
        .orElseGet(() -> new Probing.Canaries(positions, sweep.pass().vectors()));
  }

  private Sweep pass(Visit visit, List<Integer> order, Mode mode) {
    var batches = new ArrayList<List<Integer>>();
    for (int at = 0; at < order.size(); at += mode.batch()) {
      batches.add(order.subList(at, Math.min(order.size(), at + mode.batch())));
    }
    var begun = visit.trail().begin();
    var calls = new AtomicInteger();
    var outcomes =
        fan.all(
            mode.concurrency(),
            batches,
            batch ->
                send(
                    visit,
                    batch,
                    mode,
                    visit.trail().behalf(begun, Use.BULK, calls.incrementAndGet())));
    note(visit, order, begun, outcomes);
    return Sweep.of(visit.errand().set(), batches, outcomes);
  }

  /// Nobody waits for a probe, as an account sees it: a person's call passes it.
  private EmbedOutcome send(Visit visit, List<Integer> batch, Mode mode, Behalf behalf) {
    var texts = batch.stream().map(visit.errand()::text).toList();
    var width = visit.errand().dimension();
    var request = new EmbedRequest(texts, Urgency.INTERACTIVE, width, Optional.of(behalf));
    var outcome =
        visit
            .outlet()
            .call(Urgency.INTERACTIVE, mode.concurrency(), client -> client.embed(request));
    if (outcome instanceof EmbedOutcome.Answered answered) {
      visit.outlet().answered(texts, answered);
    }
    return outcome;
  }

  /// A pass is one attempt, however many calls it takes: what they say, they say together.
  private static void note(
      Visit visit, List<Integer> order, Trail.Begun begun, List<EmbedOutcome> outcomes) {
    var route = visit.outlet().route();
    var counter = visit.outlet().counter();
    var whole = PassOutcome.of(outcomes);
    var volume =
        Findings.volume(
            whole,
            () -> order.stream().mapToLong(i -> counter.count(visit.errand().text(i))).sum());
    var result =
        switch (whole) {
          case EmbedOutcome.Answered answered -> Findings.answered(answered, true, "");
          case EmbedOutcome.Failed failed -> Findings.failed(failed);
        };
    visit
        .trail()
        .end(
            begun,
            Findings.told(
                Findings.way(route, Decision.PRIMARY),
                visit.outlet(),
                whole,
                new Findings.Judged(result, volume)));
  }

  /// One pass as it came back.
  ///
  /// @param served the engine's own model field in the first answer that has one
  private record Sweep(Pass pass, Optional<String> served, Optional<Probing.Failed> failure) {
    static Sweep of(ProbeSet set, List<List<Integer>> batches, List<EmbedOutcome> outcomes) {
      var calls = new ArrayList<Pass.Call>();
      Optional<String> served = Optional.empty();
      for (int i = 0; i < batches.size(); i++) {
        switch (outcomes.get(i)) {
          case EmbedOutcome.Answered answered -> {
            calls.add(new Pass.Call(batches.get(i).size(), answered.vectors()));
            served = served.or(answered::model);
          }
          case EmbedOutcome.Failed failed -> {
            return new Sweep(
                new Pass(List.of()), served, Optional.of(named(set, batches.get(i), failed)));
          }
        }
      }
      return new Sweep(new Pass(calls), served, Optional.empty());
    }

    private static Probing.Failed named(
        ProbeSet set, List<Integer> batch, EmbedOutcome.Failed failed) {
      Probe first = set.probes().get(batch.getFirst());
      var where = batch.size() == 1 ? "probe " + first.id() : "a batch of " + batch.size();
      return new Probing.Failed(
          failed.fault(),
          failed.fault().ofTheRoute() ? failed.message() : where + ": " + failed.message(),
          failed.hold().isPresent());
    }

    /// A reversed pass put back into the order of the set.
    Sweep turned() {
      var calls = new ArrayList<Pass.Call>();
      for (var call : pass.calls()) {
        var vectors = new ArrayList<>(call.vectors());
        Collections.reverse(vectors);
        calls.add(new Pass.Call(call.asked(), vectors));
      }
      Collections.reverse(calls);
      return new Sweep(new Pass(calls), served, failure);
    }
  }
}
