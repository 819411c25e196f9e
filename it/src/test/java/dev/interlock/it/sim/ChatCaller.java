package dev.interlock.it.sim;

import dev.interlock.core.budget.Use;
import dev.interlock.core.money.Tokens;
import dev.interlock.core.profile.Course;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.route.Placement;
import dev.interlock.runtime.account.PaidCall;
import dev.interlock.runtime.account.Withheld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A caller who wants one answer of a generating profile: planned by the real planner, with the
/// fallbacks of the real course, over scripted hosts and providers. Perhaps it leaves.
final class ChatCaller {
  private final Server server;
  private final Ask ask;
  private final List<Course.Tried> tried = new ArrayList<>();
  private final long began;
  private Optional<Line.Trip> trip = Optional.empty();
  private Optional<Plan> plan = Optional.empty();
  private boolean over;

  /// What it wants.
  ///
  /// @param id its own, once and for all
  /// @param leavesAfter how long it waits at the most, if not to the end
  record Ask(String id, String project, Tokens tokens, OptionalLong leavesAfter) {}

  ChatCaller(Server server, Ask ask) {
    this.server = server;
    this.ask = ask;
    this.began = server.ground().now();
  }

  void begin() {
    server.endings().begun(ask.id());
    ask.leavesAfter().ifPresent(nanos -> server.ground().after(nanos, this::leave));
    var made = server.plan();
    plan = Optional.of(made);
    if (made.candidates().isEmpty()) {
      end();
    } else {
      attempt(0);
    }
  }

  private void leave() {
    if (!over && server.alive()) {
      trip.ifPresent(Line.Trip::leave);
      end();
    }
  }

  private void end() {
    if (!over) {
      over = true;
      server.endings().ended(ask.id());
    }
  }

  private void attempt(int candidate) {
    if (over || !server.alive()) {
      return;
    }
    var route = plan.orElseThrow().candidates().get(candidate).route();
    if (route.placement() == Placement.LOCAL) {
      server.host(route).chat(8, answered -> local(candidate, answered));
      return;
    }
    var call =
        new PaidCall(
            "%s/%d".formatted(ask.id(), tried.size()),
            Optional.of(ask.project()),
            route.model(),
            new PaidCall.Size(ask.tokens().prompt(), ask.tokens().completion()),
            Use.INTERACTIVE,
            server.patience(),
            Line.term());
    var load = new Line.Load(ask.tokens(), 0);
    trip = Optional.of(server.line(route).send(call, load, end -> paid(candidate, end)));
  }

  private void local(int candidate, boolean answered) {
    if (over || !server.alive()) {
      return;
    }
    var route = plan.orElseThrow().candidates().get(candidate).route();
    if (answered) {
      server.answered(route);
      end();
    } else {
      server.failed(route, Fault.UNREACHABLE);
      failed(candidate, Fault.UNREACHABLE, Optional.empty());
    }
  }

  private void paid(int candidate, Line.End end) {
    switch (end) {
      case Line.End.NotSent(var why) -> failed(candidate, Fault.WITHHELD, wait(why));
      case Line.End.Back(var reply) -> back(candidate, reply);
    }
  }

  private Optional<Duration> wait(Withheld why) {
    return why.retryAfter(server.ground().time().now().toEpochMilli());
  }

  private void back(int candidate, Reply reply) {
    switch (reply) {
      case Reply.Answered _ -> end();
      case Reply.Throttled(var asked) -> failed(candidate, Fault.BUSY, asked);
      case Reply.InFlightFull(var asked) -> failed(candidate, Fault.BUSY, asked);
      case Reply.Exhausted _, Reply.KeyCapped _, Reply.TooDear _ ->
          failed(candidate, Fault.OUT_OF_CREDIT, Optional.empty());
      case Reply.KeyRefused _ -> failed(candidate, Fault.DENIED, Optional.empty());
      case Reply.Broke _ -> failed(candidate, Fault.ERROR, Optional.empty());
      case Reply.Gone _ -> failed(candidate, Fault.UNREACHABLE, Optional.empty());
      case Reply.Silent _ -> failed(candidate, Fault.TIMEOUT, Optional.empty());
    }
  }

  private void failed(int candidate, Fault fault, Optional<Duration> asked) {
    trip = Optional.empty();
    tried.add(new Course.Tried(candidate, fault, asked));
    var elapsed = Duration.ofNanos(server.ground().now() - began);
    switch (Course.after(
        plan.orElseThrow(), server.profile().patience().budget(), tried, elapsed)) {
      case Course.Step.GiveUp _ -> end();
      case Course.Step.Again(var next, var pause) ->
          server.ground().after(pause.toNanos(), () -> attempt(next));
    }
  }
}
