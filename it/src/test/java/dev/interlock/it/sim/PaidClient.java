package dev.interlock.it.sim;

import dev.interlock.core.budget.Use;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.money.Tokens;
import dev.interlock.runtime.account.PaidCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// An embedding route of an account: each call, a probe's too, has leave from the account's desk.
/// Called on fibers.
final class PaidClient implements EmbeddingClient {
  /// How long a text of a caller waits for a permit; a job's comes again.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Line line;
  private final Way way;
  private final Consumer<List<String>> arriving;
  private long calls;
  private long embedded;

  /// Where its calls lead.
  ///
  /// @param name the route's, which begins the ids of its calls
  /// @param perTextNanos of a call's work; 0 leaves it to chance
  record Way(Supplier<Fibers> fibers, String name, Encoder encoder, long perTextNanos) {}

  PaidClient(Line line, Way way, Consumer<List<String>> arriving) {
    this.line = line;
    this.way = way;
    this.arriving = arriving;
  }

  /// Texts that came back with a vector.
  long embedded() {
    return embedded;
  }

  @Override
  public EmbedOutcome embed(EmbedRequest request) {
    var texts = request.texts();
    arriving.accept(texts);
    var cell = way.fibers().get().new Cell<Line.End>();
    long tokens = 20L * texts.size();
    var call =
        new PaidCall(
            "%s.%d".formatted(way.name(), calls++),
            Optional.empty(),
            "m",
            new PaidCall.Size(tokens, 0),
            request.urgency() == Urgency.BULK ? Use.BULK : Use.INTERACTIVE,
            PATIENCE,
            Line.term());
    long work = way.perTextNanos() * texts.size();
    line.send(call, new Line.Load(Tokens.of(tokens, 0), work), cell::put);
    return outcome(texts, cell.await());
  }

  private EmbedOutcome outcome(List<String> texts, Line.End end) {
    return switch (end) {
      case Line.End.NotSent(var why) ->
          Host.failed(why.status() == 429 ? Fault.BUSY : Fault.DENIED, why.status());
      case Line.End.Back(var reply) ->
          switch (reply) {
            case Reply.Answered _ when texts.stream().anyMatch(Rows::poison) ->
                Host.failed(Fault.REFUSED, 400);
            case Reply.Answered _ -> {
              embedded += texts.size();
              yield new EmbedOutcome.Answered(
                  way.encoder().vectors(texts), Optional.of("m"), OptionalLong.empty());
            }
            case Reply.Throttled _ -> Host.failed(Fault.BUSY, 429);
            case Reply.InFlightFull _, Reply.Exhausted _, Reply.KeyCapped _, Reply.TooDear _ ->
                Host.failed(Fault.DENIED, 402);
            case Reply.KeyRefused _ -> Host.failed(Fault.DENIED, 401);
            case Reply.Broke _ -> Host.failed(Fault.ENGINE_ERROR, 500);
            case Reply.Gone _ -> Host.failed(Fault.UNREACHABLE, 0);
            case Reply.Silent _ -> Host.failed(Fault.TIMEOUT, 0);
          };
    };
  }

  @Override
  public void close() {}
}
