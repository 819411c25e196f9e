package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.route.Dialect;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import io.vertx.core.Context;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.OptionalInt;

/// Any engine that embeds, by URL and in its own dialect.
///
/// Thread: [#embed] blocks and belongs on virtual threads; on an event loop it is a bug and says
/// so. An interrupt gives the call up, and the connection with it.
public final class HttpEmbeddingClient implements EmbeddingClient {
  private final EngineHttp http;
  private final EmbeddingCodec codec;

  /// A client over these connections, which it closes with itself.
  public HttpEmbeddingClient(EngineHttp http, Dialect dialect) {
    this.http = http;
    this.codec = new EmbeddingCodec(dialect);
  }

  @Override
  public EmbedOutcome embed(EmbedRequest request) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("embed blocks and must not be called on an event loop");
    }
    var endpoint = http.endpoint();
    byte[] body;
    try {
      body = codec.encode(endpoint, request);
    } catch (IllegalArgumentException malformed) {
      return new EmbedOutcome.Failed(
          Fault.REFUSED,
          OptionalInt.empty(),
          "%s: not sent, %s".formatted(endpoint.authority(), malformed.getMessage()));
    }
    var ask =
        new EngineHttp.Ask(
            HttpMethod.POST,
            codec.path(endpoint),
            body,
            limit(endpoint, request),
            EmbeddingsAnswer.MAX_BYTES,
            request.behalf().map(behalf -> new Purchase(behalf, () -> tokens(request))));
    var spent = http.spend(ask);
    return http.endings()
        .of(spent, codec, new Asked(request.texts().size(), request.dimension()))
        .over(spent.result().traffic(body.length));
  }

  private static long tokens(EmbedRequest request) {
    return request.texts().stream().mapToLong(TokenCounter.estimate()::count).sum();
  }

  /// Ends calls under way; later ones fail as unreachable.
  @Override
  public void close() {
    http.close();
  }

  private static Duration limit(Endpoint endpoint, EmbedRequest request) {
    return switch (request.urgency()) {
      case INTERACTIVE -> endpoint.limits().interactive();
      case BULK -> endpoint.limits().bulk();
    };
  }
}
