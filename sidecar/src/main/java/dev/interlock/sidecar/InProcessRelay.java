package dev.interlock.sidecar;

import dev.interlock.wire.relay.Link;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Where the sidecar in the server's own process dials in: a listener without a port. It can be
/// stopped, and its connections can end or fall silent, as those of a socket do.
///
/// Thread: any.
public final class InProcessRelay {
  private final Consumer<Link> server;
  private final Set<InProcessLink> open = ConcurrentHashMap.newKeySet();
  private volatile boolean listens = true;

  /// @param server given its end of each connection
  public InProcessRelay(Consumer<Link> server) {
    this.server = server;
  }

  /// A new connection; empty while nobody listens.
  public Optional<Link> dial() {
    if (!listens) {
      return Optional.empty();
    }
    var ends = InProcessLink.pair();
    open.removeIf(InProcessLink::over);
    open.add(ends.sidecar());
    server.accept(ends.server());
    return Optional.of(ends.sidecar());
  }

  /// Whether new connections are taken. Open ones stay.
  public void listens(boolean taken) {
    listens = taken;
  }

  /// Ends all connections.
  public void cut() {
    open.forEach(Link::close);
    open.clear();
  }

  /// Lets all connections fall silent: neither end is told.
  public void mute() {
    open.forEach(InProcessLink::mute);
  }
}
