package dev.interlock.runtime.upstream;

import dev.interlock.core.account.Behalf;
import dev.interlock.core.account.Dues;
import dev.interlock.core.embed.EmbedOutcome.Traffic;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.route.Dialect;
import dev.interlock.wire.rerank.RerankAnswer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Any engine that ranks documents, by URL and in its own dialect.
///
/// Thread: [#rerank] blocks and belongs on virtual threads; on an event loop it is a bug and says
/// so. An interrupt gives the call up, and the connection with it.
public final class RerankClient implements AutoCloseable {
  private static final int OK = 200;

  private final EngineHttp http;
  private final RerankCodec codec;

  /// A client over these connections, which it closes with itself.
  ///
  /// @throws IllegalArgumentException if the dialect has no way to rank
  public RerankClient(EngineHttp http, Dialect dialect) {
    this.http = http;
    this.codec = new RerankCodec(dialect);
  }

  /// Has all documents scored in one call.
  ///
  /// @param documents well-formed, at least one
  /// @param limit for the whole answer, the connection included
  /// @param behalf whose call it is, for an account that may have to pay for it
  public RerankOutcome rerank(String query, List<String> documents, Duration limit, Behalf behalf) {
    var body = codec.encode(http.endpoint(), query, documents);
    var ask =
        new EngineHttp.Ask(
            HttpMethod.POST,
            codec.path(http.endpoint()),
            body,
            limit.toMillis() < 1 ? Duration.ofMillis(1) : limit,
            RerankAnswer.MAX_BYTES,
            Optional.of(new Purchase(behalf, () -> Math.ceilDiv(body.length, 2L))));
    var spent = http.spend(ask);
    var outcome = outcome(codec, spent.result(), spent.result().traffic(body.length));
    return hidden(held(outcome, spent.dues()));
  }

  /// What the account has to say is the reason, whatever else the answer was.
  private static RerankOutcome held(RerankOutcome outcome, Dues dues) {
    return switch (outcome) {
      case RerankOutcome.Scored scored -> scored.costing(dues.cost());
      case RerankOutcome.Failed failed ->
          failed
              .because(dues.hold().map(h -> failed.failure().held(h)).orElse(failed.failure()))
              .costing(dues.cost());
    };
  }

  private RerankOutcome hidden(RerankOutcome outcome) {
    return switch (outcome) {
      case RerankOutcome.Scored scored -> scored;
      case RerankOutcome.Failed failed ->
          failed.because(failed.failure().without(http.endpoint().key()));
    };
  }

  static RerankOutcome outcome(RerankCodec codec, Result result, Traffic traffic) {
    return switch (result) {
      case Result.Came came when came.status() == OK -> decoded(codec, came, traffic);
      case Result.Came came ->
          new RerankOutcome.Failed(refused(codec, came), OptionalInt.of(came.status()), traffic);
      case Result.Broke broke -> {
        var loss = Loss.of(broke.phase(), broke.cause());
        yield failed(loss.fault(), loss.words(), traffic);
      }
      case Result.Late late -> late(late, traffic);
      case Result.TooLarge large ->
          failed(
              Fault.INVALID_RESPONSE,
              "answered with more than %d bytes".formatted(large.limitBytes()),
              traffic);
      case Result.Cancelled _ -> failed(Fault.CLOSED, "was given up", traffic);
      case Result.Closed closed ->
          failed(Fault.UNREACHABLE, "is not asked: " + closed.why(), traffic);
    };
  }

  private static Failure refused(RerankCodec codec, Result.Came came) {
    var body = came.head().key().without(came.body());
    return Failure.of(codec.refusal(came.status(), body), came.head(), came.head().asked());
  }

  private static RerankOutcome decoded(RerankCodec codec, Result.Came came, Traffic traffic) {
    return switch (codec.decode(came.body())) {
      case RerankAnswer.Scored scored ->
          new RerankOutcome.Scored(scored.scores(), scored.model(), scored.promptTokens(), traffic);
      case RerankAnswer.Unusable unusable ->
          new RerankOutcome.Failed(
              Failure.of(Fault.INVALID_RESPONSE, "can't be understood: " + unusable.message()),
              OptionalInt.of(OK),
              traffic);
    };
  }

  private static RerankOutcome late(Result.Late late, Traffic traffic) {
    return switch (late.phase()) {
      case CONNECTING ->
          failed(
              Fault.UNREACHABLE,
              "gave no connection within %d ms".formatted(late.limitMillis()),
              traffic);
      case WAITING, READING ->
          failed(
              Fault.TIMEOUT,
              "gave no whole answer within %d ms".formatted(late.limitMillis()),
              traffic);
    };
  }

  private static RerankOutcome failed(Fault fault, String words, Traffic traffic) {
    return new RerankOutcome.Failed(Failure.of(fault, words), OptionalInt.empty(), traffic);
  }

  /// Ends calls under way; later ones fail as unreachable.
  @Override
  public void close() {
    http.close();
  }
}
