package dev.interlock.runtime.gate;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Form;
import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Pass;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.space.TextRecipe;
import dev.interlock.runtime.egress.Outlet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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

  private final Fan fan;

  Prober(Fan fan) {
    this.fan = fan;
  }

  /// All probes: one by one, then in full batches, then in full batches with the order reversed.
  ///
  /// A route that takes one text a call has one mode only and is asked once.
  Probing measure(Outlet outlet, Errand errand) {
    var route = outlet.route();
    var order = IntStream.range(0, errand.set().size()).boxed().toList();
    var single = route.singleOnly() ? new Mode(1, route.concurrency()) : Mode.SINGLE;
    var singles = pass(outlet, errand, order, single);
    if (singles.failure().isPresent()) {
      return singles.failure().get();
    }
    if (route.singleOnly()) {
      return complete(outlet, errand, single, singles, single, Optional.empty(), Optional.empty());
    }
    return batched(outlet, errand, single, singles);
  }

  private Probing batched(Outlet outlet, Errand errand, Mode single, Sweep singles) {
    var order = IntStream.range(0, errand.set().size()).boxed().toList();
    while (true) {
      var full = new Mode(outlet.cap().now(), outlet.route().concurrency());
      var forward = pass(outlet, errand, order, full);
      var backward =
          forward.failure().isPresent()
              ? forward
              : pass(outlet, errand, order.reversed(), full).turned();
      var failure = forward.failure().or(backward::failure);
      if (failure.isEmpty()) {
        return complete(
            outlet, errand, single, singles, full, Optional.of(forward), Optional.of(backward));
      }
      if (failure.get().fault().ofTheRoute()) {
        return failure.get();
      }
      if (full.batch() == 1) {
        return complete(
            outlet, errand, single, singles, single, Optional.empty(), Optional.empty());
      }
      outlet.cap().refused(full.batch());
    }
  }

  private static Probing complete(
      Outlet outlet,
      Errand errand,
      Mode single,
      Sweep singles,
      Mode full,
      Optional<Sweep> forward,
      Optional<Sweep> backward) {
    return new Probing.Complete(
        Measured.byProber(
            outlet.route().name(),
            errand.set(),
            single,
            singles.pass(),
            full,
            forward.map(Sweep::pass),
            backward.map(Sweep::pass)),
        singles.served());
  }

  /// The named probes, one by one, beside what the route is doing in its own mode.
  Probing canaries(Outlet outlet, Errand errand, List<Integer> positions, Mode serving) {
    var sweep = pass(outlet, errand, positions, new Mode(1, serving.concurrency()));
    return sweep
        .failure()
        .<Probing>map(f -> f)
        .orElseGet(() -> new Probing.Canaries(positions, sweep.pass().vectors()));
  }

  private Sweep pass(Outlet outlet, Errand errand, List<Integer> order, Mode mode) {
    var batches = new ArrayList<List<Integer>>();
    for (int at = 0; at < order.size(); at += mode.batch()) {
      batches.add(order.subList(at, Math.min(order.size(), at + mode.batch())));
    }
    var outcomes = fan.all(mode.concurrency(), batches, batch -> send(outlet, errand, batch, mode));
    return Sweep.of(errand.set(), batches, outcomes);
  }

  private EmbedOutcome send(Outlet outlet, Errand errand, List<Integer> batch, Mode mode) {
    var texts = batch.stream().map(errand::text).toList();
    var request = new EmbedRequest(texts, Urgency.INTERACTIVE, errand.dimension());
    return outlet.call(Urgency.INTERACTIVE, mode.concurrency(), client -> client.embed(request));
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
          failed.fault().ofTheRoute() ? failed.message() : where + ": " + failed.message());
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
