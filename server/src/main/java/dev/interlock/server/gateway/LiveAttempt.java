package dev.interlock.server.gateway;

import dev.interlock.core.answer.CheckStrength;
import dev.interlock.core.answer.Match;
import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.ledger.Attempt;
import dev.interlock.core.ledger.Ending;
import dev.interlock.core.ledger.Names;
import dev.interlock.core.ledger.Span;
import dev.interlock.core.ledger.Volume;
import dev.interlock.core.money.Cost;
import dev.interlock.core.profile.Delivery;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.profile.Limits;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.runtime.upstream.Credential;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.profiles.Mismatch;
import dev.interlock.server.profiles.Shown;
import dev.interlock.wire.chat.AccountVerdict;
import dev.interlock.wire.chat.AnswerScan;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One try at one route, from its start to its one ending. Owner thread: the event loop.
final class LiveAttempt implements Upstream.Incoming {
  private static final int OK = 200;

  /// How far it has come.
  private enum Phase {
    CONNECTING,
    WAITING,
    HELD_BACK,
    CONTENT,
    OVER
  }

  /// Which try it is.
  ///
  /// @param place the candidate's place in the plan
  /// @param number 1 for the request's first
  /// @param latestNanos the tick at which it gives way to another route, while no content has come
  record Which(Candidate candidate, int place, int number, OptionalLong latestNanos) {}

  private final Exchange exchange;
  private final Which which;
  private final ModelCheck check;
  private final AnswerScan scan = new AnswerScan();
  private final Instant startedAt;
  private long startNanos;
  private OptionalLong sentNanos = OptionalLong.empty();
  private Optional<Toll> toll = Optional.empty();
  private Optional<Cost> cost = Optional.empty();
  private Phase phase = Phase.CONNECTING;
  private Optional<Upstream.Flow> flow = Optional.empty();
  private Optional<AnswerReader> reader = Optional.empty();
  private Optional<Buffer> kept = Optional.empty();
  private OptionalInt status = OptionalInt.empty();
  private Credential key = HostKey.NONE;
  private OptionalLong firstNanos = OptionalLong.empty();
  private Optional<Match> match = Optional.empty();
  private boolean callerSlow;
  private boolean answered;
  private boolean upstreamEnded;
  private long bytesOut;
  private long bytesIn;
  private long dueNanos;

  LiveAttempt(Exchange exchange, Which which, ModelCheck check) {
    this.exchange = exchange;
    this.which = which;
    this.check = check;
    this.startedAt = exchange.parts().time().wall().now();
    this.startNanos = exchange.now();
    if (exchange.profile().delivery() == Delivery.WHOLE) {
      kept = Optional.of(Buffer.buffer());
    }
  }

  /// Starts an attempt on an account, whose own limits begin now.
  void start(Upstream upstream, Outgoing call, Toll owed) {
    toll = Optional.of(owed);
    startNanos = exchange.now();
    start(upstream, call);
  }

  void start(Upstream upstream, Outgoing call) {
    due(limits().connect());
    bytesOut = call.body().length();
    var started = upstream.send(call, this);
    if (phase != Phase.OVER) {
      flow = Optional.of(started);
    }
  }

  // What comes in.

  @Override
  public void sent() {
    if (phase == Phase.CONNECTING) {
      phase = Phase.WAITING;
      sentNanos = OptionalLong.of(exchange.now());
      due(streamed() ? limits().firstByte() : limits().total());
    }
  }

  @Override
  public void head(Head head) {
    if (phase == Phase.OVER) {
      return;
    }
    status = OptionalInt.of(head.status());
    key = head.key();
    toll.ifPresent(t -> t.named(head.generation()));
    phase = Phase.HELD_BACK;
    due(streamed() ? limits().firstContent() : limits().total());
    if (head.status() != OK) {
      reader = Optional.of(new RefusalReader(this, head));
    }
  }

  @Override
  public void bytes(Buffer part) {
    if (phase == Phase.OVER) {
      return;
    }
    bytesIn += part.length();
    if (reader.isEmpty()) {
      reader = readerFor(part);
    }
    reader.ifPresent(r -> r.bytes(part));
    toll.ifPresent(t -> t.named(scan.id()));
  }

  /// Not everything that was asked as a stream is one, whatever its content type says (wire-formats
  /// §12.3). Blanks before JSON are waited out.
  private Optional<AnswerReader> readerFor(Buffer part) {
    if (!streamed()) {
      return Optional.of(new PlainReader(this, false));
    }
    int at = 0;
    while (at < part.length() && part.getByte(at) <= ' ' && part.getByte(at) >= 0) {
      at++;
    }
    boolean json = at < part.length() && "{[<".indexOf(part.getByte(at)) >= 0;
    return Optional.of(
        json ? new PlainReader(this, true) : new StreamReader(this, exchange.call().usage()));
  }

  @Override
  public void end() {
    upstreamEnded = true;
    if (phase == Phase.OVER) {
      toll.ifPresent(Toll::end);
      exchange.tailEnded();
      return;
    }
    if (reader.isEmpty()) {
      fail(Failure.of(Fault.EMPTY_ANSWER, "answered 200 with an empty body"));
      return;
    }
    reader.ifPresent(AnswerReader::end);
  }

  @Override
  public void lost(Loss loss) {
    upstreamEnded = true;
    if (phase == Phase.OVER) {
      toll.ifPresent(Toll::end);
      exchange.tailEnded();
      return;
    }
    if (status.isPresent() && status.getAsInt() != OK) {
      // The status says enough, whatever became of the rest.
      reader.ifPresent(AnswerReader::end);
      return;
    }
    fail(Failure.of(loss.fault(), loss.words()));
  }

  @Override
  public void unfit(ApiError error) {
    fail(Failure.unfit(error));
  }

  // What its readers say.

  AnswerScan scan() {
    return scan;
  }

  Instant startedAt() {
    return startedAt;
  }

  /// Whether checked content has come.
  boolean open() {
    return phase == Phase.CONTENT;
  }

  /// Why the answer is not from whom the route promises.
  Optional<Failure> mismatch() {
    var found = check.judge(scan.model());
    match = Optional.of(found);
    return Mismatch.of(found, check, scan.model());
  }

  /// Content came, and who it is from was checked.
  void content() {
    if (phase != Phase.CONTENT) {
      phase = Phase.CONTENT;
      answered = true;
      firstNanos = OptionalLong.of(exchange.now() - startNanos);
      if (kept.isEmpty()) {
        exchange.opens(this);
      }
    }
    if (!callerSlow) {
      due(limits().betweenContents());
    }
  }

  /// Bytes of the answer go on.
  void pass(Buffer bytes) {
    if (kept.isPresent()) {
      kept.get().appendBuffer(bytes);
    } else {
      exchange.pass(this, bytes);
    }
  }

  /// The stream is whole with these bytes.
  void complete(Buffer last) {
    if (kept.isPresent()) {
      whole(kept.get().appendBuffer(last), "text/event-stream");
    } else {
      settle(Ending.ANSWERED, "");
      exchange.ended(this, last);
    }
  }

  /// The answer is whole and checked.
  void whole(Buffer body, String contentType) {
    if (firstNanos.isEmpty()) {
      firstNanos = OptionalLong.of(exchange.now() - startNanos);
    }
    settle(Ending.ANSWERED, "");
    exchange.whole(this, body, contentType);
  }

  void fail(Failure asItCame) {
    boolean given = open() && kept.isEmpty();
    var failure = asItCame.without(key);
    var ending = failure.fault().ending();
    settle(given && ending == Ending.FAILED ? Ending.PARTIAL : ending, failure.words());
    stop();
    exchange.failed(this, toll.map(t -> t.told(failure)).orElse(failure));
  }

  // What the exchange says.

  long dueNanos() {
    return dueNanos;
  }

  /// A limit has passed.
  void late() {
    switch (phase) {
      case CONNECTING ->
          fail(Failure.of(Fault.UNREACHABLE, "gave no connection within " + waited()));
      case WAITING -> fail(Failure.of(Fault.TIMEOUT, "said nothing within " + waited()));
      case HELD_BACK -> fail(Failure.of(Fault.TIMEOUT, "gave no content within " + waited()));
      case CONTENT -> fail(Failure.of(Fault.STALLED, "fell silent or went on beyond its time"));
      case OVER -> {}
    }
  }

  private String waited() {
    return Duration.ofNanos(dueNanos - startNanos).toMillis() + " ms";
  }

  /// The caller reads slowly: the engine waits, and its time with it.
  void hold() {
    callerSlow = true;
    flow.ifPresent(Upstream.Flow::pause);
    due(limits().total());
  }

  void release() {
    callerSlow = false;
    flow.ifPresent(Upstream.Flow::resume);
    due(limits().betweenContents());
  }

  /// The caller has left.
  void cancel() {
    settle(Ending.CANCELLED, "the caller left");
    stop();
  }

  /// Ends the call, if it still runs.
  void stop() {
    flow.ifPresent(Upstream.Flow::reset);
    toll.ifPresent(Toll::end);
  }

  // Deadlines.

  private boolean streamed() {
    return exchange.call().stream();
  }

  private Limits limits() {
    return exchange.profile().patience().limits();
  }

  /// The next deadline: this limit from now, but never beyond the attempt's own end, nor, before
  /// any content, beyond the moment at which another route takes over.
  private void due(Duration limit) {
    long now = exchange.now();
    long left = Math.min(limit.toNanos(), limits().total().toNanos() - (now - startNanos));
    if (phase != Phase.CONTENT && which.latestNanos().isPresent()) {
      left = Math.min(left, which.latestNanos().getAsLong() - now);
    }
    dueNanos = now + left;
  }

  // What is written down.

  Candidate candidate() {
    return which.candidate();
  }

  int place() {
    return which.place();
  }

  int number() {
    return which.number();
  }

  /// Whether the engine has nothing more to say.
  boolean upstreamEnded() {
    return upstreamEnded;
  }

  /// Whether its answer is, or was, good.
  boolean answered() {
    return answered;
  }

  /// What it cost an account, once that is known.
  Optional<Cost> cost() {
    return cost;
  }

  /// What it owes an account.
  Optional<Toll> toll() {
    return toll;
  }

  /// What a refusal says of the account.
  void heard(AccountVerdict verdict, Optional<Duration> asked) {
    toll.ifPresent(t -> t.heard(verdict, asked));
  }

  /// How the answer was checked.
  CheckStrength strength() {
    return match.filter(Match.MATCHED::equals).isPresent() ? check.strength() : CheckStrength.NONE;
  }

  private void settle(Ending ending, String reason) {
    if (phase == Phase.OVER) {
      return;
    }
    boolean sent = phase != Phase.CONNECTING;
    phase = Phase.OVER;
    answered = ending == Ending.ANSWERED;
    var route = which.candidate().route();
    var volume = volume(sent);
    pay(ending, volume);
    exchange
        .parts()
        .ledger()
        .note(
            new Attempt(
                exchange.errand(),
                which.number(),
                new Attempt.Way(
                    Optional.of(route.name()),
                    Optional.of(route.host()),
                    which.candidate().decision()),
                new Names(
                    exchange.call().model(),
                    Optional.of(route.model()),
                    scan.model().map(Shown::line),
                    match.isPresent() ? check.strength() : CheckStrength.NONE),
                new Attempt.Result(ending, status, reason),
                volume,
                new Span(startedAt, firstNanos, exchange.now() - startNanos),
                cost));
  }

  private void pay(Ending ending, Volume volume) {
    if (toll.isEmpty()) {
      return;
    }
    var wire =
        sentNanos.isPresent()
            ? OptionalLong.of(exchange.now() - sentNanos.getAsLong())
            : OptionalLong.empty();
    var owed = toll.get();
    cost =
        owed.settle(
            new Toll.Course(ending, wire, status, scan, volume),
            exchange.parts().time().wall().now());
    if (upstreamEnded) {
      owed.end();
    }
  }

  /// Tokens by the upstream's own count, or estimated from what went to and fro.
  private Volume volume(boolean sent) {
    if (!sent) {
      return Volume.NONE;
    }
    var prompt = scan.promptTokens();
    var completion = scan.completionTokens();
    boolean known = prompt.isPresent() && completion.isPresent();
    if (!known && scan.content()) {
      prompt = prompt.isPresent() ? prompt : estimate(exchange.call().size().messageBytes());
      completion = completion.isPresent() ? completion : estimate(scan.contentChars());
    }
    return new Volume(bytesOut, bytesIn, prompt, completion, !known && scan.content());
  }

  /// Two characters a token, as long as nobody counts (design §10).
  private static OptionalLong estimate(long characters) {
    return OptionalLong.of(Math.ceilDiv(characters, 2));
  }
}
