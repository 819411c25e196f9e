package dev.interlock.runtime.egress;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.route.Route;
import java.util.function.Function;

/// A route with its way out: the engine's client, how texts are counted for it, and what was
/// learned of it.
///
/// The client itself is handed to nobody: it is reached through [#call], with the turnstile passed.
/// Thread: any.
public final class Outlet {
  private final Route route;
  private final EmbeddingClient client;
  private final TokenCounter counter;
  private final BatchCap cap;
  private final Turnstile turnstile = new Turnstile();

  public Outlet(Route route, EmbeddingClient client, TokenCounter counter) {
    this.route = route;
    this.client = client;
    this.counter = counter;
    this.cap = new BatchCap(route.maxBatch());
  }

  /// The route.
  public Route route() {
    return route;
  }

  /// How texts are counted for this route.
  public TokenCounter counter() {
    return counter;
  }

  /// What was learned of the engine's batches.
  public BatchCap cap() {
    return cap;
  }

  /// Waits for a place at the engine and makes one call there.
  ///
  /// @param use what to do with the client: the embedding door's or the prober's own call
  public EmbedOutcome call(
      Urgency urgency, int width, Function<EmbeddingClient, EmbedOutcome> use) {
    return turnstile.through(urgency, width, () -> use.apply(client));
  }

  /// Ends the client. Calls under way fail.
  public void close() {
    client.close();
  }
}
