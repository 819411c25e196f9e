package dev.interlock.server.mcp;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The open sessions. One that was not used for longest makes room for a new one: its agent is told
/// to begin anew, which costs it nothing but the handshake.
///
/// Thread: any.
final class Sessions {
  static final int MOST = 256;

  private final Map<String, Session> byId = new LinkedHashMap<>(16, 0.75f, true);

  /// Adds a session.
  synchronized void add(Session session) {
    byId.put(session.id(), session);
    Iterator<Session> oldest = byId.values().iterator();
    while (byId.size() > MOST) {
      var leaving = oldest.next();
      oldest.remove();
      leaving.close();
    }
  }

  /// The session of that id.
  synchronized Optional<Session> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /// Ends a session.
  void remove(Session session) {
    synchronized (this) {
      byId.remove(session.id());
    }
    session.close();
  }
}
