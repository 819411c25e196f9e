package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.time.Ticker;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.ServedModels;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Asks hosts which models they serve: `GET /models` below the base, without a key and without any
/// text of ours.
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
  /// @param limit for the whole answer, the connection included; 1 ms or more
  /// @return never fails
  public CompletableFuture<Offered> of(URI base, Duration limit) {
    var limits = new Endpoint.Limits(limit, limit, limit);
    var endpoint = new Endpoint(base, "", Optional.empty(), limits);
    var connections =
        new Connections(vertx, ticker, new Connections.Setup(endpoint, 1, 1), new Unheard());
    var options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setSsl(endpoint.tls())
            .setHost(endpoint.host())
            .setPort(endpoint.port())
            .setURI(endpoint.openAi("/models"))
            .setFollowRedirects(false)
            .putHeader("accept", "application/json")
            .putHeader("user-agent", "interlock");
    var plan = new Exchange.Plan(options, Buffer.buffer(), limit.toMillis(), MAX_BYTES);
    var exchange = new Exchange(vertx, connections, plan);
    Context loop = vertx.getOrCreateContext();
    loop.runOnContext(_ -> exchange.start());
    return exchange
        .result()
        .thenApply(
            result -> {
              loop.runOnContext(_ -> connections.close());
              return read(endpoint.authority(), result);
            });
  }

  private static Offered read(String host, Result result) {
    return switch (result) {
      case Result.Came came when came.status() == OK ->
          ServedModels.decode(came.body())
              .<Offered>map(ModelNames::offered)
              .orElseGet(() -> new Offered.Unlisted(OK, host + " lists no models"));
      case Result.Came came -> {
        var words = ErrorBody.message(came.body());
        yield new Offered.Unlisted(
            came.status(),
            "%s answered %d%s".formatted(host, came.status(), words.isEmpty() ? "" : ": " + words));
      }
      case Result.TooLarge _ -> new Offered.Unlisted(OK, host + " lists too many models");
      case Result.Broke _, Result.Late _, Result.Cancelled _, Result.Closed _ ->
          new Offered.Unreachable(ending(host, result));
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

  private static String ending(String host, Result result) {
    return switch (new Endings(host).unanswered(result)) {
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
