package dev.interlock.sidecar;

import dev.interlock.core.account.Account;
import dev.interlock.core.budget.Lease;
import dev.interlock.core.error.ApiError;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.Credential;
import dev.interlock.runtime.upstream.DirectUpstream;
import dev.interlock.runtime.upstream.Endpoint;
import dev.interlock.runtime.upstream.Head;
import dev.interlock.runtime.upstream.HostKey;
import dev.interlock.runtime.upstream.Loss;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The way to one cloud account, and the only class that opens a connection to a cloud (design
/// §2.4). A call leaves only under a live lease that no other call holds, with the account's key
/// and nothing of its caller's own headers.
///
/// Thread: the event loop.
final class CloudTransport implements AutoCloseable {
  private final Ticker ticker;
  private final Supplier<Holding> held;
  private final DirectUpstream connections;
  private final Set<Long> underWay = new HashSet<>();

  /// @param held what the sidecar holds of the account now
  CloudTransport(Vertx vertx, Ticker ticker, Account account, Supplier<Holding> held) {
    this.ticker = ticker;
    this.held = held;
    this.connections =
        DirectUpstream.keyed(vertx, ticker, Endpoint.of(URI.create(account.url()), ""), this::key);
  }

  private Credential key() {
    var holding = held.get();
    return holding
        .key()
        .<Credential>map(key -> new KeyOnWire(holding.account(), key))
        .orElse(HostKey.NONE);
  }

  /// The way for calls that ask for a model.
  Upstream forModel(String model) {
    return new Way(Optional.of(model));
  }

  /// The way for questions about the account itself.
  Upstream forQuestions() {
    return new Way(Optional.empty());
  }

  @Override
  public void close() {
    connections.close();
  }

  private Optional<String> bars(Outgoing call, Optional<String> model) {
    return noLease(call.lease()).or(() -> held.get().bars(model));
  }

  private Optional<String> noLease(Optional<Lease> lease) {
    if (lease.isEmpty()) {
      return Optional.of("was not asked: the call holds no permit");
    }
    if (lease.get().expiresNanos() - ticker.nanos() <= 0) {
      return Optional.of("was not asked: the call's permit has expired");
    }
    return underWay.contains(lease.get().id())
        ? Optional.of("was not asked: another call is under way with the same permit")
        : Optional.empty();
  }

  /// One way among those that share the account's connections.
  private final class Way implements Upstream {
    private final Optional<String> model;

    private Way(Optional<String> model) {
      this.model = model;
    }

    @Override
    public Flow send(Outgoing call, Incoming answer) {
      var why = bars(call, model);
      if (why.isPresent()) {
        answer.lost(new Loss(Loss.Kind.BARRED, why.get()));
        return NOWHERE;
      }
      long lease = call.lease().map(Lease::id).orElseThrow();
      underWay.add(lease);
      var bare = new Outgoing(call.path(), call.accept(), call.body());
      return new Held(lease, connections.send(bare, new Ending(lease, answer)));
    }

    /// The connections are the account's.
    @Override
    public void close() {}
  }

  private static final Upstream.Flow NOWHERE =
      new Upstream.Flow() {
        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void reset() {}
      };

  private final class Held implements Upstream.Flow {
    private final long lease;
    private final Upstream.Flow flow;

    private Held(long lease, Upstream.Flow flow) {
      this.lease = lease;
      this.flow = flow;
    }

    @Override
    public void pause() {
      flow.pause();
    }

    @Override
    public void resume() {
      flow.resume();
    }

    @Override
    public void reset() {
      underWay.remove(lease);
      flow.reset();
    }
  }

  /// Hears of the call's end.
  private final class Ending implements Upstream.Incoming {
    private final long lease;
    private final Upstream.Incoming answer;

    private Ending(long lease, Upstream.Incoming answer) {
      this.lease = lease;
      this.answer = answer;
    }

    @Override
    public void sent() {
      answer.sent();
    }

    @Override
    public void head(Head head) {
      answer.head(head);
    }

    @Override
    public void bytes(Buffer part) {
      answer.bytes(part);
    }

    @Override
    public void end() {
      underWay.remove(lease);
      answer.end();
    }

    @Override
    public void lost(Loss loss) {
      underWay.remove(lease);
      answer.lost(loss);
    }

    @Override
    public void unfit(ApiError error) {
      underWay.remove(lease);
      answer.unfit(error);
    }
  }
}
