package dev.interlock.sidecar;

import dev.interlock.core.account.Account;
import dev.interlock.core.time.Ticker;
import dev.interlock.runtime.upstream.Outgoing;
import dev.interlock.runtime.upstream.Upstream;
import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import dev.interlock.wire.relay.Frames;
import dev.interlock.wire.relay.Link;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Logger;

/// A sidecar's cloud accounts: it holds their keys in memory, is configured over its link, and
/// calls the clouds (A14, design §4).
///
/// Thread: frames may come on any; calls leave on the event loop.
public final class Sidecar implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Sidecar.class.getName());
  private static final Duration QUESTION = Duration.ofSeconds(20);

  private final Vertx vertx;
  private final Context loop;
  private final Ticker ticker;
  private final String name;
  private final Map<String, Holding> held = new ConcurrentHashMap<>();
  private final Map<String, CloudTransport> transports = new LinkedHashMap<>();
  private volatile Link link = Link.NONE;
  private volatile long heardNanos;

  /// What it is.
  ///
  /// @param name as leases and the server name it
  /// @param vertx its event loop
  public record Identity(String name, Vertx vertx, Ticker ticker) {}

  /// A sidecar without a connection.
  ///
  /// @param accounts those that it may be configured for
  /// @param own keys that it found by itself, by account
  public Sidecar(Identity identity, Collection<Account> accounts, Map<String, CloudKey> own) {
    this.vertx = identity.vertx();
    this.loop = vertx.getOrCreateContext();
    this.ticker = identity.ticker();
    this.name = identity.name();
    for (var account : accounts) {
      var first = Holding.first(account.name(), Optional.ofNullable(own.get(account.name())));
      held.put(account.name(), first);
      transports.put(
          account.name(),
          new CloudTransport(
              vertx, identity.ticker(), account, () -> held.getOrDefault(account.name(), first)));
    }
  }

  /// Speaks over this connection from now on, and says hello, whereupon the server configures it.
  /// It keeps its keys over the end of the one before.
  public void attach(Link fresh) {
    heardNanos = ticker.nanos();
    link = fresh;
    fresh.hear(bytes -> heard(fresh, bytes));
    send(new Frame.Hello(name, "0.1", held.values().stream().map(Holding::told).toList()));
  }

  /// The way to a model on an account.
  ///
  /// @throws IllegalArgumentException if there is no such account
  public Upstream upstream(String account, String model) {
    return Optional.ofNullable(transports.get(account))
        .orElseThrow(() -> new IllegalArgumentException("no account is named " + account))
        .forModel(model);
  }

  /// The tick at which something was heard from the server last.
  long heardNanos() {
    return heardNanos;
  }

  private void heard(Link from, byte[] bytes) {
    if (!from.equals(link)) {
      return;
    }
    heardNanos = ticker.nanos();
    var frame = Frames.decode(bytes);
    if (frame.isEmpty()) {
      LOG.warning("a frame that is none came over the link");
      return;
    }
    switch (frame.get()) {
      case Frame.Configure configure -> configured(configure);
      case Frame.Ask ask -> onLoop(() -> ask(ask));
      case Frame.Heartbeat beat -> send(beat);
      case Frame.Hello _, Frame.Ack _, Frame.Told _ ->
          LOG.warning("a frame that only a sidecar sends came over the link");
      case Frame.Unknown unknown -> LOG.fine(() -> "a frame of kind " + unknown.kind());
    }
  }

  private void configured(Frame.Configure configure) {
    var now =
        held.computeIfPresent(
            configure.account(),
            (_, before) -> {
              var merged = before.with(configure);
              merged.replaced().ifPresent(this::closeLater);
              return merged.held();
            });
    if (now == null) {
      configure.key().ifPresent(CloudKey::close);
      send(new Frame.Ack(new Frame.Held(configure.account(), 0, Optional.empty(), false)));
    } else {
      send(new Frame.Ack(now.told()));
    }
  }

  /// A call that is being written on the loop may still read the key.
  private void closeLater(CloudKey key) {
    if (!onLoop(key::close)) {
      key.close();
    }
  }

  private void ask(Frame.Ask ask) {
    var transport = transports.get(ask.account());
    if (transport == null) {
      send(new Frame.Told(ask.id(), 0, "no account is named " + ask.account()));
      return;
    }
    var call =
        new Outgoing(ask.path(), "application/json", Buffer.buffer(), Optional.of(ask.lease()));
    var question = new Question(ask.id(), this::send);
    long timer = vertx.setTimer(QUESTION.toMillis(), _ -> question.late());
    question.goes(transport.forQuestions().send(call, question), () -> vertx.cancelTimer(timer));
  }

  private void send(Frame frame) {
    link.send(Frames.encode(frame));
  }

  /// Whether the loop is there to run it.
  private boolean onLoop(Runnable task) {
    try {
      loop.runOnContext(_ -> task.run());
      return true;
    } catch (RejectedExecutionException theProgramEnds) {
      return false;
    }
  }

  /// Forgets all keys and closes all connections.
  @Override
  public void close() {
    transports.values().forEach(CloudTransport::close);
    held.replaceAll(
        (account, holding) -> {
          holding.key().ifPresent(this::closeLater);
          return Holding.first(account, Optional.empty());
        });
  }
}
