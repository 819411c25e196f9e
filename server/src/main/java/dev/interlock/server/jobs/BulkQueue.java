package dev.interlock.server.jobs;

import dev.interlock.core.account.Hold;
import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.fanout.Effect;
import dev.interlock.core.fanout.Event;
import dev.interlock.core.fanout.Fanout;
import dev.interlock.core.fanout.Provider;
import dev.interlock.core.fanout.Result;
import dev.interlock.core.fanout.View;
import dev.interlock.core.gate.Admission;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.route.Placement;
import dev.interlock.core.table.Provenance;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.account.Held;
import dev.interlock.runtime.account.Holds;
import dev.interlock.runtime.egress.Clerk;
import dev.interlock.runtime.egress.DoorOutcome;
import dev.interlock.runtime.egress.EmbeddingDoor;
import dev.interlock.runtime.egress.Texts;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.gate.Gatekeeper;
import dev.interlock.runtime.gate.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The queue of one role: jobs offer texts, admitted routes pull them; [Fanout] decides which, this
/// carries them through the door (A2, A13).
///
/// Thread: any; the queue itself is guarded by one lock, under which nobody waits but for the
/// gatekeeper's.
public final class BulkQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final TableName table;
  private final Gatekeeper gatekeeper;
  private final Surroundings around;
  private final Outward outward;
  private final Runnable moved;
  private final Fanout fanout;
  private final Map<Long, BulkItem> items = new HashMap<>();
  private final Map<Long, TextOutcome.Failed> lastWords = new HashMap<>();
  private final Map<String, Joined> joined = new HashMap<>();
  private final HeldRoutes held = new HeldRoutes();
  private long numbers;
  private Optional<Standstill> standstill = Optional.empty();

  /// What a queue needs from outside.
  ///
  /// @param threads where calls are made; tasks block
  /// @param holds what accounts have against calls
  public record Surroundings(
      Gatekeeper gatekeeper, JobPorts.Clocks clocks, Executor threads, Holds holds) {}

  /// The way out, and who writes down what goes it.
  public record Outward(EmbeddingDoor door, Clerk clerk) {}

  /// A route that pulls, and the admission under which it does.
  private record Joined(Provider provider, Admission admission) {}

  /// What a call brought.
  ///
  /// @param why what let nothing through, where that is the reason
  private record Landed(
      Effect.Send send,
      Joined by,
      Result result,
      Optional<DoorOutcome.Carried> carried,
      Optional<Held> why) {
    Landed(Effect.Send send, Joined by, Result result) {
      this(send, by, result, Optional.empty(), Optional.empty());
    }
  }

  /// @param moved told whenever work can go on or can't any more; must be short
  public BulkQueue(TableName table, Surroundings around, Outward outward, Runnable moved) {
    this.table = table;
    this.gatekeeper = around.gatekeeper();
    this.around = around;
    this.outward = outward;
    this.moved = moved;
    this.fanout = new Fanout(now());
    gatekeeper.onChange(this::staff);
  }

  /// Adds texts of a job at the end.
  ///
  /// @param more texts that it has yet to offer
  public void offer(BulkItem.Sink job, List<BulkItem> offered, long more) {
    step(
        acts -> {
          var ids = new ArrayList<Long>();
          for (var item : offered) {
            items.put(++numbers, item);
            ids.add(numbers);
          }
          muster(acts);
          apply(new Event.Offered(job.id(), ids, more), acts);
        });
  }

  /// Takes a job's texts out; what comes back for them is nobody's.
  public void withdraw(BulkItem.Sink job) {
    step(
        acts -> {
          items.values().removeIf(item -> item.job().equals(job));
          lastWords.keySet().retainAll(items.keySet());
          apply(new Event.Withdrew(job.id()), acts);
        });
  }

  /// Why nobody pulls though routes are admitted: all failed and are spared, or can't be paid;
  /// empty while one does, or will as soon as it was checked or has been given a moment.
  Optional<Standstill> standstill() {
    lock.lock();
    try {
      return standstill;
    } finally {
      lock.unlock();
    }
  }

  private String aside(View.Place place) {
    return "route %s failed and is asked again at %s".formatted(place.name(), until(place));
  }

  private String until(View.Place place) {
    var left = Duration.ofNanos(place.untilNanos().orElse(now()) - now());
    return around.clocks().wall().now().plus(left).toString();
  }

  private void staff() {
    step(this::muster);
  }

  /// A change of the queue, made under its lock.
  private interface Change {
    void make(List<Runnable> acts);
  }

  private void step(Change change) {
    var acts = new ArrayList<Runnable>();
    lock.lock();
    try {
      change.make(acts);
      var now = held.standstill(fanout.view(), this::aside);
      if (!now.equals(standstill)) {
        standstill = now;
        acts.add(moved);
      }
    } finally {
      lock.unlock();
    }
    acts.forEach(Runnable::run);
  }

  /// Tells the queue whose admissions hold, and whose do so no more.
  private void muster(List<Runnable> acts) {
    var members = gatekeeper.members(table);
    var names = members.stream().map(m -> m.admission().route()).collect(Collectors.toSet());
    for (var gone : joined.keySet().stream().filter(n -> !names.contains(n)).toList()) {
      joined.remove(gone);
      held.freed(gone);
      apply(new Event.Left(gone), acts);
    }
    for (var member : members) {
      var now = new Joined(provider(member), member.admission());
      var before = Optional.ofNullable(joined.put(now.provider().name(), now));
      if (before.filter(b -> b.provider().equals(now.provider())).isEmpty()) {
        apply(new Event.Joined(now.provider()), acts);
      }
    }
  }

  private Provider provider(Member member) {
    var admission = member.admission();
    var kind =
        member.reserve()
            ? Provider.Kind.RESERVE
            : member.placement() == Placement.LOCAL ? Provider.Kind.LOCAL : Provider.Kind.CLOUD;
    int room = outward.door().room(admission);
    int calls = admission.mode().concurrency();
    return new Provider(admission.route(), admission.epoch(), room, calls, kind);
  }

  private void apply(Event event, List<Runnable> acts) {
    fanout.on(event, now()).forEach(effect -> act(effect, Optional.empty()).ifPresent(acts::add));
  }

  private Optional<Runnable> act(Effect effect, Optional<Landed> landed) {
    return switch (effect) {
      case Effect.Send send -> Optional.of(sending(send));
      case Effect.Accepted(var _, var text) -> taken(text).map(i -> () -> deliver(i, landed, text));
      case Effect.Poison(var _, var text, var blamedBy) -> poison(text, blamedBy);
      case Effect.Prove(var provider) ->
          Optional.of(() -> around.threads().execute(() -> prove(provider.name())));
      case Effect.Capped(var route, var texts) ->
          Optional.ofNullable(joined.get(route))
              .map(j -> () -> outward.door().capped(j.admission(), texts));
      case Effect.WakeAt(var tick) -> {
        var delay = Duration.ofNanos(Math.max(0, tick - now()));
        yield Optional.of(() -> around.clocks().scheduler().after(delay, this::wake));
      }
    };
  }

  private Optional<BulkItem> taken(long text) {
    lastWords.remove(text);
    return Optional.ofNullable(items.remove(text));
  }

  private Optional<Runnable> poison(long text, List<String> blamedBy) {
    var words = Optional.ofNullable(lastWords.get(text));
    return taken(text)
        .flatMap(
            item -> words.map(w -> () -> item.job().failed(item, w.fault(), said(w, blamedBy))));
  }

  /// The last word on a text, and who else had none better.
  private static String said(TextOutcome.Failed words, List<String> blamedBy) {
    return blamedBy.size() < 2
        ? words.message()
        : "%s (given up after %s)".formatted(words.message(), String.join(" and ", blamedBy));
  }

  private void wake() {
    step(acts -> apply(new Event.Woke(), acts));
  }

  private long now() {
    return around.clocks().ticker().nanos();
  }

  private Runnable sending(Effect.Send send) {
    var by = Optional.ofNullable(joined.get(send.provider().name())).orElseThrow();
    var batch = send.texts().stream().map(id -> Optional.ofNullable(items.get(id))).toList();
    var texts = batch.stream().flatMap(Optional::stream).map(BulkItem::text).toList();
    var job = batch.stream().flatMap(Optional::stream).findFirst().orElseThrow().job();
    var decision = decision(by);
    return () -> around.threads().execute(() -> carry(send, by, () -> texts(texts, job, decision)));
  }

  /// Each batch is a request of its own: a job may make thousands of calls.
  private Texts texts(List<String> texts, BulkItem.Sink job, Decision decision) {
    return new Texts(texts, Urgency.BULK, trail(job), decision);
  }

  private Trail trail(BulkItem.Sink job) {
    var role = table.role().word();
    var asker = new Asker(Asker.OURSELVES, Optional.of(job.project()), Optional.of(role));
    return outward.clerk().own(AttemptKind.INDEX, asker, role);
  }

  private Decision decision(Joined by) {
    long together =
        joined.values().stream().filter(j -> j.provider().kind() != Provider.Kind.RESERVE).count();
    return by.provider().kind() != Provider.Kind.RESERVE && together > 1
        ? Decision.AGGREGATE
        : gatekeeper.decision(by.admission());
  }

  private void carry(Effect.Send send, Joined by, Supplier<Texts> texts) {
    var landed = new Landed(send, by, new Result.Lost());
    try {
      landed = carried(send, by, texts);
    } finally {
      end(landed);
    }
  }

  /// An account that lets nothing through is not asked: nothing is written down of what was not
  /// even tried.
  private Landed carried(Effect.Send send, Joined by, Supplier<Texts> texts) {
    if (!gatekeeper.holds(by.admission())) {
      return new Landed(send, by, new Result.Withdrawn());
    }
    var route = send.provider().name();
    var why = around.holds().of(route);
    if (why.isPresent()) {
      return new Landed(send, by, postponed(why.get().hold(), route), Optional.empty(), why);
    }
    return landed(send, by, outward.door().embed(by.admission(), texts.get()));
  }

  private Landed landed(Effect.Send send, Joined by, DoorOutcome outcome) {
    return switch (outcome) {
      case DoorOutcome.Withdrawn _ -> new Landed(send, by, new Result.Withdrawn());
      case DoorOutcome.TooLong tooLong ->
          throw new IllegalStateException("bulk texts are judged one by one: " + tooLong);
      case DoorOutcome.Carried carried -> {
        var result = Landing.of(send.texts(), carried.texts());
        var why = Landing.held(carried.texts());
        if (result instanceof Result.Postponed && why.isPresent()) {
          result = postponed(why.get().hold(), send.provider().name());
        }
        yield new Landed(send, by, result, Optional.of(carried), why);
      }
    };
  }

  private Result postponed(Hold hold, String route) {
    return new Result.Postponed(
        HeldRoutes.glance(hold, around.holds().paid(route))
            .map(wait -> OptionalLong.of(now() + wait.toNanos()))
            .orElse(OptionalLong.empty()));
  }

  private void end(Landed landed) {
    step(
        acts -> {
          landed.carried().ifPresent(carried -> remember(landed.send(), carried));
          muster(acts);
          var route = landed.send().provider().name();
          landed
              .why()
              .ifPresentOrElse(why -> held.held(route, timed(why)), () -> held.freed(route));
          fanout.on(new Event.Ended(landed.send().batch(), landed.result()), now()).stream()
              .flatMap(effect -> act(effect, Optional.of(landed)).stream())
              .forEach(acts::add);
        });
  }

  private Held timed(Held why) {
    return new Held(why.hold().at(around.clocks().wall().now()), why.words());
  }

  private void remember(Effect.Send send, DoorOutcome.Carried carried) {
    for (int i = 0; i < send.texts().size(); i++) {
      if (carried.texts().get(i) instanceof TextOutcome.Failed failed
          && items.containsKey(send.texts().get(i))) {
        lastWords.put(send.texts().get(i), failed);
      }
    }
  }

  private static void deliver(BulkItem item, Optional<Landed> landed, long text) {
    var by = landed.orElseThrow();
    var carried = by.carried().orElseThrow();
    int at = by.send().texts().indexOf(text);
    if (carried.texts().get(at) instanceof TextOutcome.Embedded embedded) {
      item.job().embedded(item, embedded.unit(), made(by.by().admission(), carried, at, item));
    }
  }

  private static Provenance made(
      Admission admission, DoorOutcome.Carried carried, int at, BulkItem item) {
    return new Provenance(
        admission.route(),
        carried.model().orElse(""),
        admission.verdictId(),
        item.job().id(),
        carried.stretches().get(at));
  }

  /// Whose failures they are, a route's or its texts', the canaries tell (design §4 Drift, "after
  /// an error burst").
  private void prove(String route) {
    gatekeeper.canaries(table).join();
    step(
        acts -> {
          muster(acts);
          apply(new Event.Proved(route, joined.containsKey(route)), acts);
        });
  }
}
