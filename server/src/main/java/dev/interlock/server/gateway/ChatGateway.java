package dev.interlock.server.gateway;

import dev.interlock.core.ledger.Ledger;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Profile;
import dev.interlock.core.route.EngineHealth;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.Route;
import dev.interlock.core.time.Scheduler;
import dev.interlock.core.time.Ticker;
import dev.interlock.core.time.WallClock;
import dev.interlock.runtime.upstream.Upstream;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
  /// @param profiles by name, in the file's order
  /// @param upstreams by route name, one for every route of every profile
  /// @param engines what is behind the routes
  /// @param ledger takes a row for every attempt
  public record Setup(
      Map<String, Profile> profiles,
      Map<String, Upstream> upstreams,
      Engines engines,
      Ledger ledger,
      Time time) {
    public Setup {
      profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
      upstreams = Map.copyOf(upstreams);
    }
  }

  /// What the engines behind the routes say of themselves. Nothing here may block.
  public interface Engines {
    /// What a route's engine said last, where it could be read; asked for every request.
    Optional<EngineState> state(Route route);

    /// Asks it how it is; told later, on any thread.
    void howIs(Route route, Consumer<EngineHealth> told);
  }

  /// The clocks, and the one way to wait.
  public record Time(Ticker ticker, WallClock wall, Scheduler scheduler) {}

  /// Takes over `POST /v1/chat/completions`, body and all.
  public void take(String id, HttpServerRequest request) {
    Exchange.begin(parts, id, request);
  }

  GatewayParts parts() {
    return parts;
  }

  /// Every profile with its plan as it is now, in the file's order.
  public Map<Profile, Plan> plans() {
    var plans = new LinkedHashMap<Profile, Plan>();
    parts.profiles().values().forEach(profile -> plans.put(profile, parts.plan(profile)));
    return plans;
  }

  /// Names that a chat may ask for, in the file's order.
  public List<String> names() {
    return List.copyOf(parts.profiles().keySet());
  }
}
