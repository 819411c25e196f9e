package dev.interlock.server.gateway;

import dev.interlock.core.ledger.Ledger;
import dev.interlock.runtime.account.Desk;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.server.profiles.ProfileBook;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/// Serves chat completions by profile (B1).
///
/// Thread: [#take] on the server's event loop, one and the same; all else from any.
public final class ChatGateway {
  private final GatewayParts parts;

  public ChatGateway(Setup setup) {
    this.parts = new GatewayParts(setup);
  }

  /// What it is made of.
  ///
  /// @param upstreams by route name, one for every route of every profile that generates
  /// @param desks by account name, one for every account of those routes
  /// @param ledger takes a row for every attempt
  public record Setup(
      ProfileBook profiles,
      Map<String, Upstream> upstreams,
      Map<String, Desk> desks,
      Ledger ledger) {
    public Setup {
      upstreams = Map.copyOf(upstreams);
      desks = Map.copyOf(desks);
    }
  }

  /// Takes over `POST /v1/chat/completions`, body and all.
  public void take(String id, HttpServerRequest request) {
    Exchange.begin(parts, id, request);
  }
}
