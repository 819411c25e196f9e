package dev.interlock.server.gateway;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Asker;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.AttemptKind;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Errand;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.profile.Course;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Kind;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.Route;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.server.http.Body;
import dev.interlock.server.profiles.NoRoute;
import dev.interlock.wire.chat.ChatCall;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One chat completion, from its request to its one end: body, plan, attempts, checked answer. It
/// is confined to its event loop, so nothing in it is locked. Owner thread: that event loop.
final class Exchange extends Sweep.Timed {
  private static final Duration BODY_LIMIT = Duration.ofSeconds(60);
  private static final Duration DISK_LIMIT = Duration.ofSeconds(30);
  private static final Duration TAIL_LIMIT = Duration.ofSeconds(1);
  private static final String PATH = "/chat/completions";

  private enum State {
    /// The body comes in.
    READING,
    /// An attempt waits for money and permit.
    CLEARING,
    /// An attempt is under way.
    TRYING,
    /// Waits before another attempt.
    PAUSING,
    /// The caller has all; the engine has yet to end its own answer.
    TAIL,
    OVER
  }

  private final GatewayParts parts;
  private final CallerSide caller;
  private final Body body;
  private final String id;
  private final long beganNanos;
  private final List<Course.Tried> tried = new ArrayList<>();
  private State state = State.READING;
  private Optional<Asked> asked = Optional.empty();
  private Optional<LiveAttempt> live = Optional.empty();
  private Optional<TollGate> gate = Optional.empty();
  private int nextPlace;
  private long dueNanos;
  private long ownSinceNanos;
  private long ownNanos;

  /// What is asked, once the body is understood.
  private record Asked(ChatCall call, byte[] body, Profile profile, Plan plan) {}

  private Exchange(GatewayParts parts, String id, HttpServerRequest request) {
    this.parts = parts;
    this.id = id;
    this.beganNanos = parts.time().ticker().nanos();
    this.ownSinceNanos = beganNanos;
    this.caller = new CallerSide(request, parts.time().wall());
    this.body = new Body(request);
  }

  /// Takes a request over; the handlers that hear of its end come first of all.
  static void begin(GatewayParts parts, String id, HttpServerRequest request) {
    var exchange = new Exchange(parts, id, request);
    exchange.caller.onLeft(exchange::left);
    exchange.dueNanos = exchange.beganNanos + BODY_LIMIT.toNanos();
    parts.sweep().add(exchange);
    exchange.body.read(exchange::understand, exchange::refuse);
  }

  // The request.

  private void understand(byte[] bytes) {
    ownSinceNanos = now();
    switch (ChatCall.parse(bytes)) {
      case ChatCall.Parsed.Wrong wrong -> refuse(wrong.error());
      case ChatCall.Parsed.Valid valid -> ask(valid.call(), bytes);
    }
  }

  private void ask(ChatCall call, byte[] bytes) {
    var profiles = parts.profiles();
    profiles
        .refusal(call.model(), Kind.GENERATE)
        .ifPresentOrElse(
            this::refuse,
            () -> profiles.named(call.model()).ifPresent(profile -> plan(call, bytes, profile)));
  }

  private void plan(ChatCall call, byte[] bytes, Profile profile) {
    var plan = parts.profiles().plan(profile);
    asked = Optional.of(new Asked(call, bytes, profile, plan));
    if (plan.candidates().isEmpty()) {
      parts.ledger().note(withoutRoute(plan));
      refuse(NoRoute.error(profile, plan), NoRoute.retryAfter(plan));
    } else {
      attempt(0);
    }
  }

  private void refuse(ApiError error) {
    refuse(error, Optional.empty());
  }

  private void refuse(ApiError error, Optional<Duration> retryAfter) {
    ownNanos += now() - ownSinceNanos;
    caller.refuse(error, retryAfter, Headers.of(this));
    over();
  }

  private Attempt withoutRoute(Plan plan) {
    return new Attempt(
        errand(),
        1,
        new Attempt.Way(Optional.empty(), Optional.empty(), Decision.PRIMARY),
        new Names(call().model(), Optional.empty(), Optional.empty(), CheckStrength.NONE),
        new Attempt.Result(Ending.NOT_SENT, OptionalInt.empty(), NoRoute.reasons(plan)),
        Volume.NONE,
        new Span(parts.time().wall().now(), OptionalLong.empty(), 0),
        Optional.empty());
  }

  // Attempts.

  private void attempt(int place) {
    state = State.TRYING;
    var plan = asked().plan();
    var candidate = plan.candidates().get(place);
    var route = candidate.route();
    var check = parts.profiles().check(route);
    var attempt =
        new LiveAttempt(
            this, new LiveAttempt.Which(candidate, place, tried.size() + 1, latest(place)), check);
    live = Optional.of(attempt);
    var body = body(route);
    ownNanos += now() - ownSinceNanos;
    parts
        .desk(route)
        .ifPresentOrElse(
            desk -> clear(attempt, desk, body),
            () -> attempt.start(parts.upstream(route), new Outgoing(PATH, accept(), body)));
  }

  private void clear(LiveAttempt attempt, Desk desk, Buffer body) {
    state = State.CLEARING;
    var elapsed = Duration.ofNanos(now() - beganNanos);
    var call = Fare.of(this, attempt, body.length(), elapsed);
    dueNanos = now() + call.patience().plus(DISK_LIMIT).toNanos();
    var answer =
        new TollGate.Answer() {
          @Override
          public void cleared(Toll toll) {
            state = State.TRYING;
            gate = Optional.empty();
            var lease = Optional.of(toll.lease());
            attempt.start(
                parts.upstream(attempt.candidate().route()),
                new Outgoing(PATH, accept(), body, lease),
                toll);
          }

          @Override
          public void withheld(Failure failure) {
            gate = Optional.empty();
            attempt.fail(failure);
          }
        };
    gate = Optional.of(TollGate.ask(desk, call, parts.time().wall().now(), answer));
  }

  /// On a paid route a stream is asked for its usage, whether the caller wants it or not, and a pin
  /// is told (A7).
  private Buffer body(Route route) {
    var edits = new ArrayList<ChatCall.Edit>();
    if (route.account().isPresent()) {
      if (call().stream() && !call().usage()) {
        edits.add(call().usageOn());
      }
      route.pin().ifPresent(pin -> edits.addAll(call().pinned(asked().body(), pin)));
    }
    return Splice.of(asked().body(), call().modelAt(), parts.model(route), edits);
  }

  private String accept() {
    return call().stream() ? "text/event-stream, application/json" : "application/json";
  }

  /// When this attempt gives way to another route: with a sixth of the budget's time left for it.
  private OptionalLong latest(int place) {
    var budget = profile().patience().budget();
    if (!Course.canMoveOn(asked().plan(), budget, tried, place)) {
      return OptionalLong.empty();
    }
    var elapsed = Duration.ofNanos(now() - beganNanos);
    return OptionalLong.of(now() + budget.beforeGivingWay(elapsed).toNanos());
  }

  /// The attempt has no answer that can be used, or not the whole of it.
  void failed(LiveAttempt attempt, Failure failure) {
    ownSinceNanos = now();
    parts.profiles().failed(attempt.candidate().route(), failure);
    if (caller.begun()) {
      over();
      caller.breakOff(failure.error(attempt.candidate().route().name()));
      return;
    }
    tried.add(new Course.Tried(attempt.place(), failure.fault(), failure.asked()));
    var elapsed = Duration.ofNanos(now() - beganNanos);
    switch (Course.after(asked().plan(), profile().patience().budget(), tried, elapsed)) {
      case Course.Step.GiveUp _ -> giveUp(attempt, failure);
      case Course.Step.Again again when again.pause().isZero() -> attempt(again.candidate());
      case Course.Step.Again again -> {
        state = State.PAUSING;
        nextPlace = again.candidate();
        dueNanos = now() + again.pause().toNanos();
      }
    }
  }

  private void giveUp(LiveAttempt attempt, Failure failure) {
    var wait = failure.asked().or(() -> paused(attempt.candidate().route(), failure));
    refuse(failure.error(attempt.candidate().route().name()), wait);
  }

  /// What callers are told to wait where the provider said nothing: the account's own pause.
  private Optional<Duration> paused(Route route, Failure failure) {
    return failure.fault() == Fault.BUSY
        ? parts
            .desk(route)
            .flatMap(desk -> desk.bar(Duration.ZERO))
            .map(bar -> Duration.ofNanos(bar.waitNanos()))
        : Optional.empty();
  }

  // The answer.

  /// A plain answer, or a stream that was kept until it was whole.
  void whole(LiveAttempt attempt, Buffer answer, String contentType) {
    ownSinceNanos = now();
    parts.profiles().answered(attempt.candidate().route());
    ownNanos += now() - ownSinceNanos;
    caller.whole(answer, contentType, Headers.of(this));
    finish(attempt);
  }

  /// The first content is there and checked: from here on no other route can take over.
  void opens(LiveAttempt attempt) {
    ownSinceNanos = now();
    caller.begin(Headers.of(this));
    ownNanos += now() - ownSinceNanos;
    parts.profiles().answered(attempt.candidate().route());
  }

  void pass(LiveAttempt attempt, Buffer bytes) {
    if (caller.pass(bytes)) {
      attempt.hold();
      caller.onDrained(
          () -> {
            if (state == State.TRYING) {
              attempt.release();
            }
          });
    }
  }

  /// The stream is whole with these bytes.
  void ended(LiveAttempt attempt, Buffer last) {
    caller.end(last);
    finish(attempt);
  }

  /// The engine's own end may follow, so that its connection can be used again; it is not waited
  /// for long.
  private void finish(LiveAttempt attempt) {
    if (attempt.upstreamEnded()) {
      over();
    } else {
      state = State.TAIL;
      dueNanos = now() + TAIL_LIMIT.toNanos();
    }
  }

  // Ends.

  private void left() {
    if (state == State.TAIL || state == State.OVER) {
      return;
    }
    var attempt = live;
    gate.ifPresent(TollGate::leave);
    over();
    attempt.ifPresent(LiveAttempt::cancel);
  }

  private void over() {
    state = State.OVER;
    live = Optional.empty();
    parts.sweep().remove(this);
  }

  /// The engine has ended its answer too, or is gone.
  void tailEnded() {
    if (state == State.TAIL) {
      over();
    }
  }

  @Override
  long dueNanos() {
    return state == State.TRYING ? live.map(LiveAttempt::dueNanos).orElse(dueNanos) : dueNanos;
  }

  @Override
  void late() {
    switch (state) {
      case READING -> {
        over();
        caller.tooSlow();
      }
      case CLEARING -> {
        gate.ifPresent(TollGate::leave);
        gate = Optional.empty();
        live.ifPresent(attempt -> attempt.fail(Failure.of(Fault.WITHHELD, "got no leave in time")));
      }
      case TRYING -> live.ifPresent(LiveAttempt::late);
      case PAUSING -> {
        ownSinceNanos = now();
        attempt(nextPlace);
      }
      case TAIL -> {
        live.ifPresent(LiveAttempt::stop);
        over();
      }
      case OVER -> {}
    }
  }

  // What others ask.

  GatewayParts parts() {
    return parts;
  }

  long now() {
    return parts.time().ticker().nanos();
  }

  private Asked asked() {
    return asked.orElseThrow(() -> new IllegalStateException("nothing is asked yet"));
  }

  ChatCall call() {
    return asked().call();
  }

  Profile profile() {
    return asked().profile();
  }

  Errand errand() {
    return new Errand(
        id,
        AttemptKind.CHAT,
        new Asker(Asker.LOCAL, caller.project(), Optional.of(profile().name())));
  }

  /// The attempt that answers, or the last one.
  Optional<LiveAttempt> attempt() {
    return live;
  }

  List<Course.Tried> tried() {
    return tried;
  }

  Optional<Plan> planned() {
    return asked.map(Asked::plan);
  }

  Optional<String> requested() {
    return asked.map(a -> a.call().model());
  }

  /// Microseconds that were spent here and not at an engine, so far.
  long ownMicros() {
    return ownNanos / 1_000;
  }
}
