package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.time.Ticker;
import dev.interlock.wire.openai.ServedModels;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// Asks hosts which models they serve: `GET /models` below the base, without any text of ours.
///
/// Thread: any; nothing blocks.
public final class ModelNames {
  private static final int OK = 200;

  /// Names that are kept at the most; a cloud lists hundreds.
  private static final int MAX_NAMES = 1_000;

  /// Longest list that is read.
  private static final int MAX_BYTES = 4 << 20;

  private final Vertx vertx;
  private final Ticker ticker;

  public ModelNames(Vertx vertx, Ticker ticker) {
    this.vertx = vertx;
    this.ticker = ticker;
  }

  /// Asks one host, over a connection of its own.
  ///
  /// @param base the API's base, such as `http://gpu1:8080/v1`
  /// @param key what proves to it who asks
  /// @param limit for the whole answer, the connection included; 1 ms or more
  /// @return never fails
  public CompletableFuture<Offered> of(URI base, HostKey key, Duration limit) {
    var limits = new Endpoint.Limits(limit, limit, limit);
    var endpoint = Endpoint.of(base, "").within(limits).with(key);
    var connections =
        new Connections(vertx, ticker, new Connections.Setup(endpoint, 1, 1), new Unheard());
    var options = endpoint.request(HttpMethod.GET, endpoint.openAi("/models"), "application/json");
    var plan = new WholeCall.Plan(options, Buffer.buffer(), limit.toMillis(), MAX_BYTES);
    var call = new WholeCall(vertx, connections, plan);
    Context loop = vertx.getOrCreateContext();
    loop.runOnContext(_ -> call.start());
    return call.result()
        .thenApply(
            result -> {
              loop.runOnContext(_ -> connections.close());
              return read(endpoint, result);
            });
  }

  private static Offered read(Endpoint endpoint, Result result) {
    var host = endpoint.authority();
    var endings = new Endings(endpoint);
    return switch (result) {
      case Result.Came came when came.status() == OK ->
          ServedModels.decode(came.body())
              .<Offered>map(ModelNames::offered)
              .orElseGet(() -> new Offered.Unlisted(OK, host + " lists no models"));
      case Result.Came came ->
          new Offered.Unlisted(
              came.status(), "%s %s".formatted(host, endings.told(came.status(), came.body())));
      case Result.TooLarge _ -> new Offered.Unlisted(OK, host + " lists too many models");
      case Result.Broke _, Result.Late _, Result.Cancelled _, Result.Closed _ ->
          new Offered.Unreachable(ending(endings, result));
    };
  }

  private static Offered offered(ServedModels served) {
    return new Offered.Names(
        served.models().stream()
            .map(ServedModels.Model::id)
            .filter(id -> !id.isBlank())
            .limit(MAX_NAMES)
            .toList());
  }

  private static String ending(Endings endings, Result result) {
    return switch (endings.unanswered(result)) {
      case EmbedOutcome.Failed failed -> failed.message();
      case EmbedOutcome.Answered _ -> "";
    };
  }

  /// One call is made and then none: nothing is to be learned of the connection.
  private static final class Unheard implements ConnectionListener {
    @Override
    public void lost(Loss how) {}

    @Override
    public void connectedAgain() {}
  }
}
