package dev.interlock.core.fanout;

import dev.interlock.core.fanout.Provider.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/// One role's queue: a step from an event and the time to effects (A2, A13; design §4). No clock,
/// no chance, no input or output: the same events give the same effects.
///
/// ```
/// offered -> waiting -> under way -> accepted | poison
///               ^-----------/   \-> withdrawn with its job
/// ```
///
/// Each provider pulls when it is free, as many texts as it has proved to be quick with. What comes
/// back without a vector goes to the front. The texts of a batch that is refused are asked for one
/// by one, so that none goes to a provider that refuses it more than twice (C82); one is given up
/// when two providers have failed on it, or one twice where no other serves. A provider that is
/// lost is set aside, and what was in two lost calls is halved. Nothing else is sent twice, except
/// at the very end to a local host that would be idle.
///
/// Thread: confined to its owner. Cost of a step: O(texts of the batch) and O(calls under way).
public final class Fanout {
  /// Failures on a text alone that make it the matter.
  private static final int BLAMES = 2;

  /// Lost calls after which a text is asked for in runs that are halved.
  private static final int LOSSES = 2;

  private final Map<String, Puller> pullers = new LinkedHashMap<>();
  private final Map<Long, Flight> flights = new LinkedHashMap<>();
  private final Map<Long, Text> texts = new HashMap<>();
  private final Map<Text, Trouble> troubles = new HashMap<>();
  private final Map<Puller, List<Unjudged>> unjudged = new HashMap<>();
  private final Backlog backlog = new Backlog();
  private OptionalLong armed = OptionalLong.empty();
  private long batches;
  private long now;

  /// A refused call whose provider is being checked.
  private record Unjudged(Flight flight, Result.Refused result) {}

  /// An empty queue without providers.
  public Fanout(long nowNanos) {
    this.now = nowNanos;
  }

  /// The next step.
  ///
  /// @param nowNanos the present tick, never before that of an earlier step
  /// @return what the owner has to do, in order
  /// @throws IllegalArgumentException if the time runs backwards or a text's number was offered
  ///   before
  public List<Effect> on(Event event, long nowNanos) {
    if (nowNanos - now < 0) {
      throw new IllegalArgumentException(
          "the time runs backwards by %d ns".formatted(now - nowNanos));
    }
    now = nowNanos;
    var effects = new ArrayList<Effect>();
    apply(event, effects);
    dispatch(effects);
    arm(effects);
    return effects;
  }

  /// The queue as the last step left it.
  public View view() {
    return new View(backlog.size(), pullers.values().stream().map(this::place).toList());
  }

  private View.Place place(Puller puller) {
    var until = puller.sparedUntil(now);
    return new View.Place(
        puller.name(),
        state(puller, until),
        until,
        puller.batch(),
        puller.running(),
        puller.rate(),
        puller.accepted());
  }

  private View.State state(Puller puller, OptionalLong until) {
    if (!puller.present()) {
      return View.State.GONE;
    }
    if (puller.proving()) {
      return View.State.PROVING;
    }
    return puller.aside(now)
        ? View.State.ASIDE
        : until.isPresent() ? View.State.POSTPONED : View.State.PULLING;
  }

  private void apply(Event event, List<Effect> effects) {
    switch (event) {
      case Event.Offered(var job, var ids, var more) -> offer(job, ids, more);
      case Event.Withdrew(var job) -> withdraw(job);
      case Event.Joined(var provider) -> join(provider, effects);
      case Event.Left(var name) -> find(name).forEach(this::left);
      case Event.Ended(var batch, var result) -> {
        if (flights.containsKey(batch)) {
          ended(flights.remove(batch), result, effects);
        }
      }
      case Event.Proved(var name, var sound) ->
          find(name).stream().filter(Puller::proving).forEach(p -> proved(p, sound, effects));
      case Event.Woke _ -> {}
    }
  }

  private List<Puller> find(String name) {
    return pullers.containsKey(name) ? List.of(pullers.get(name)) : List.of();
  }

  private void offer(String job, List<Long> ids, long more) {
    var fresh = new ArrayList<Text>();
    for (long id : ids) {
      var text = new Text(id, job);
      if (texts.putIfAbsent(id, text) != null) {
        throw new IllegalArgumentException("text %d was offered before".formatted(id));
      }
      fresh.add(text);
    }
    backlog.offer(job, fresh, more);
  }

  private void withdraw(String job) {
    backlog.withdraw(job);
    List.copyOf(texts.values()).stream().filter(t -> t.job().equals(job)).forEach(this::end);
    troubles.keySet().removeIf(text -> text.job().equals(job));
  }

  private void join(Provider provider, List<Effect> effects) {
    var puller = pullers.computeIfAbsent(provider.name(), _ -> new Puller(provider));
    boolean passed = provider.epoch() > puller.provider().epoch();
    puller.joined(provider);
    if (passed) {
      judge(puller, effects);
    }
  }

  /// What was not judged yet goes back as it was: nobody knows whose fault it is.
  private void left(Puller puller) {
    puller.left();
    for (var call : takeUnjudged(puller)) {
      giveBack(call.flight());
    }
  }

  private List<Unjudged> takeUnjudged(Puller puller) {
    return unjudged.containsKey(puller) ? unjudged.remove(puller) : List.of();
  }

  private void proved(Puller puller, boolean sound, List<Effect> effects) {
    if (sound) {
      puller.proved(now);
      judge(puller, effects);
    } else {
      puller.failedCheck(now);
      takeUnjudged(puller).forEach(call -> giveBack(call.flight()));
    }
  }

  private void judge(Puller puller, List<Effect> effects) {
    takeUnjudged(puller).forEach(call -> refused(call.flight(), call.result(), effects));
  }

  private void ended(Flight flight, Result result, List<Effect> effects) {
    var puller = flight.puller();
    puller.back();
    switch (result) {
      case Result.Answered answered
          when answered.good().isEmpty() && answered.hopeless().isEmpty() ->
          failed(flight, new Result.Refused(false), effects);
      case Result.Answered answered -> answered(flight, answered, effects);
      case Result.Refused refused -> failed(flight, refused, effects);
      case Result.Lost _ -> lost(flight, effects);
      case Result.Postponed(var until) -> {
        puller.postponed(until, now);
        giveBack(flight);
      }
      case Result.Withdrawn _ -> giveBack(flight);
    }
  }

  private void answered(Flight flight, Result.Answered answered, List<Effect> effects) {
    var puller = flight.puller();
    var open = landed(flight);
    int good = 0;
    for (var text : open) {
      if (answered.good().contains(text.id())) {
        good++;
        end(text);
        effects.add(new Effect.Accepted(flight.batch(), text.id()));
        soothe(text, puller, effects);
      }
    }
    puller.answered(flight.texts().size(), good, now - flight.startedNanos());
    var back = new ArrayList<Text>();
    for (var text : open) {
      if (answered.hopeless().contains(text.id())) {
        giveUp(flight, text, List.of(), effects);
      } else if (answered.flawed().contains(text.id())) {
        blame(flight, text, effects);
      } else if (!answered.good().contains(text.id()) && !text.out()) {
        back.add(text);
      }
    }
    backlog.giveBack(back);
  }

  /// The call's texts that have no end yet, with this call taken off them.
  private List<Text> landed(Flight flight) {
    var open = flight.texts().stream().filter(t -> texts.get(t.id()) == t).toList();
    open.forEach(text -> text.back(flight.batch()));
    return open;
  }

  /// Those of them that nobody else is being asked for.
  private List<Text> stranded(Flight flight) {
    return landed(flight).stream().filter(text -> !text.out()).toList();
  }

  private void giveBack(Flight flight) {
    var stranded = stranded(flight);
    if (flight.suspect()) {
      backlog.suspect(stranded);
    } else {
      backlog.giveBack(stranded);
    }
  }

  private void end(Text text) {
    text.end();
    texts.remove(text.id());
  }

  private void soothe(Text text, Puller by, List<Effect> effects) {
    if (!troubles.containsKey(text)) {
      return;
    }
    var trouble = troubles.remove(text);
    trouble.accepted(text, by);
    if (trouble.bySizeAlone()) {
      trouble.puller().capped(trouble.cap());
      effects.add(new Effect.Capped(trouble.puller().name(), trouble.cap()));
    }
  }

  private void spoil(Text text) {
    if (troubles.containsKey(text)) {
      troubles.get(text).spoil();
    }
  }

  private void failed(Flight flight, Result.Refused result, List<Effect> effects) {
    var puller = flight.puller();
    if (!puller.proving() && !puller.refused(flight.texts().size(), !flight.suspect(), now)) {
      refused(flight, result, effects);
      return;
    }
    unjudged.computeIfAbsent(puller, _ -> new ArrayList<>()).add(new Unjudged(flight, result));
    if (!puller.present()) {
      takeUnjudged(puller).forEach(call -> giveBack(call.flight()));
    } else if (!puller.proving()) {
      puller.proving(true);
      effects.add(new Effect.Prove(puller.provider()));
    }
  }

  /// The provider is sound: its refusal is laid to the texts.
  private void refused(Flight flight, Result.Refused result, List<Effect> effects) {
    if (flight.texts().size() == 1) {
      landed(flight).forEach(text -> blame(flight, text, effects));
      return;
    }
    var stranded = stranded(flight);
    stranded.forEach(this::spoil);
    var trouble = new Trouble(flight.puller(), stranded, result.perhapsSize());
    for (var text : stranded) {
      troubles.put(text, trouble);
      text.refusedAmongOthers(flight.puller().name());
      backlog.suspect(List.of(text));
    }
  }

  private void halve(List<Text> run) {
    int half = (run.size() + 1) / 2;
    backlog.suspect(run.subList(0, half));
    backlog.suspect(run.subList(half, run.size()));
  }

  private void lost(Flight flight, List<Effect> effects) {
    var puller = flight.puller();
    boolean counts = puller.lost(flight, now);
    puller.failed(flight.texts().size());
    takeUnjudged(puller).forEach(call -> giveBack(call.flight()));
    if (counts && flight.suspect() && flight.texts().size() == 1) {
      landed(flight).forEach(text -> blame(flight, text, effects));
      return;
    }
    var stranded = stranded(flight);
    if (counts && flight.suspect()) {
      halve(stranded);
    } else if (flight.suspect()) {
      backlog.suspect(stranded);
    } else {
      var again = stranded.stream().filter(text -> counts && text.lost() >= LOSSES).toList();
      halve(again);
      backlog.giveBack(stranded.stream().filter(text -> !again.contains(text)).toList());
    }
  }

  private void blame(Flight flight, Text text, List<Effect> effects) {
    var by = flight.puller().name();
    text.blame(by);
    if (text.blamedBy().size() < BLAMES && text.wasRefusedBy(by) && !anotherServes(text)) {
      // Twice is as often as a text goes to a provider that refuses it (C82).
      text.blame(by);
    }
    spoil(text);
    if (text.blamedBy().size() >= BLAMES) {
      giveUp(flight, text, text.blamedBy(), effects);
    } else if (!text.out()) {
      backlog.suspect(List.of(text));
    }
  }

  private void giveUp(Flight flight, Text text, List<String> by, List<Effect> effects) {
    spoil(text);
    troubles.remove(text);
    end(text);
    effects.add(new Effect.Poison(flight.batch(), text.id(), by));
  }

  /// Faster ones choose first; one call each, in turns.
  private void dispatch(List<Effect> effects) {
    boolean took = true;
    while (took && (backlog.size() > 0 || !flights.isEmpty())) {
      took = false;
      for (var puller : ranked()) {
        took |= puller.free(now) && (pull(puller, effects) || rescue(puller, effects));
      }
    }
  }

  private List<Puller> ranked() {
    ToDoubleFunction<Puller> slowness = p -> -p.rate();
    return pullers.values().stream()
        .filter(this::mayPull)
        .sorted(Comparator.comparingDouble(slowness))
        .toList();
  }

  private boolean mayPull(Puller puller) {
    return puller.provider().kind() != Kind.RESERVE
        || pullers.values().stream()
            .noneMatch(p -> p.provider().kind() != Kind.RESERVE && p.serving(now));
  }

  private boolean pull(Puller puller, List<Effect> effects) {
    if (backlog.size() == 0) {
      return false;
    }
    int most = endgame().share(puller, puller.batch());
    if (most == 0) {
      return false;
    }
    var wish = new Backlog.Wish(most, run -> mayTry(puller, run), puller.trial());
    var taken = backlog.take(wish);
    taken.ifPresent(t -> send(puller, t.texts(), t.suspect(), effects));
    return taken.isPresent();
  }

  private Endgame endgame() {
    return new Endgame(
        pullers.values().stream().filter(this::mayPull).toList(),
        flights.values(),
        backlog.rest(),
        now);
  }

  /// Whether a run may go there: not where its text has failed already, while another one serves
  /// that has not failed on it.
  private boolean mayTry(Puller puller, List<Text> run) {
    var first = run.getFirst();
    return run.size() > 1 || !first.blamedBy().contains(puller.name()) || !anotherServes(first);
  }

  /// Whether somebody serves who has not failed on it.
  private boolean anotherServes(Text text) {
    return pullers.values().stream()
        .filter(this::mayPull)
        .anyMatch(p -> p.serving(now) && !text.blamedBy().contains(p.name()));
  }

  private boolean rescue(Puller puller, List<Effect> effects) {
    if (backlog.rest() > 0 || !unjudged.isEmpty() || puller.trial()) {
      return false;
    }
    var flight = endgame().rescue(puller);
    flight.ifPresent(
        f -> {
          var rare = f.texts().stream().filter(Text::rare).limit(puller.batch()).toList();
          send(puller, rare, false, effects);
        });
    return flight.isPresent();
  }

  private void send(Puller puller, List<Text> batch, boolean suspect, List<Effect> effects) {
    long id = ++batches;
    boolean copy = batch.stream().anyMatch(Text::out);
    batch.forEach(text -> text.sent(id));
    double expected = puller.pace().expected(batch.size());
    flights.put(
        id, new Flight(id, puller, puller.provider().epoch(), batch, suspect, copy, now, expected));
    puller.sent();
    var ids = batch.stream().map(Text::id).toList();
    effects.add(new Effect.Send(id, puller.provider(), batch.getFirst().job(), ids));
  }

  /// Wishes to be woken when the next thing happens by time alone.
  private void arm(List<Effect> effects) {
    if (armed.isPresent() && armed.getAsLong() - now <= 0) {
      armed = OptionalLong.empty();
    }
    var next = nextChange();
    if (next.isPresent() && (armed.isEmpty() || next.getAsLong() - armed.getAsLong() < 0)) {
      armed = next;
      effects.add(new Effect.WakeAt(next.getAsLong()));
    }
  }

  private OptionalLong nextChange() {
    if (texts.isEmpty()) {
      return OptionalLong.empty();
    }
    var spared =
        pullers.values().stream()
            .filter(Puller::present)
            .flatMapToLong(p -> p.sparedUntil(now).stream());
    var nanos = LongStream.concat(spared, glances()).map(tick -> tick - now).min();
    return nanos.isPresent() ? OptionalLong.of(now + nanos.getAsLong()) : nanos;
  }

  /// When an idle provider should look again at what the others have under way.
  private LongStream glances() {
    return pullers.values().stream().anyMatch(p -> p.free(now) && mayPull(p))
        ? flights.values().stream().mapToLong(flight -> flight.glance(now))
        : LongStream.empty();
  }
}
