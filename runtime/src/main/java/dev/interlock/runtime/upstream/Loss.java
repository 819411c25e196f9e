package dev.interlock.runtime.upstream;

import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.upstream.Result.Phase;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import java.net.UnknownHostException;
import java.util.Optional;

/// Why no whole answer came.
///
/// @param kind what happened
/// @param words what happened, a clause for people
public record Loss(Kind kind, String words) {
  /// What happened.
  public enum Kind {
    /// No connection could be made; nothing was sent.
    REFUSED,
    /// The host's name is not known; nothing was sent.
    UNKNOWN_HOST,
    /// Too many calls are under way; nothing was sent.
    CROWDED,
    /// It may not go out, and was not sent.
    BARRED,
    /// The connection was closed before any answer.
    UNANSWERED,
    /// What came is no HTTP, or nothing of what its API says.
    UNREADABLE,
    /// The connection was closed in the middle of the answer.
    CUT
  }

  /// What a failed connection means.
  ///
  /// @param phase how far the call had come
  static Loss of(Phase phase, Throwable cause) {
    return switch (phase) {
      case CONNECTING -> unconnected(cause);
      case WAITING ->
          Endings.closed(cause)
              ? new Loss(Kind.UNANSWERED, "closed the connection before an answer")
              : new Loss(Kind.UNREADABLE, "sent no readable HTTP: " + words(cause));
      case READING -> new Loss(Kind.CUT, "closed the connection in the middle of its answer");
    };
  }

  private static Loss unconnected(Throwable cause) {
    if (cause instanceof ConnectionPoolTooBusyException) {
      return new Loss(Kind.CROWDED, "has too many calls under way");
    }
    if (cause instanceof UnknownHostException) {
      return new Loss(Kind.UNKNOWN_HOST, "has a host name that nobody knows");
    }
    return new Loss(Kind.REFUSED, "can't be connected to: " + words(cause));
  }

  private static String words(Throwable cause) {
    return Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName());
  }

  /// What it is to a profile's attempt.
  public Fault fault() {
    return switch (kind) {
      case REFUSED, CROWDED -> Fault.UNREACHABLE;
      case UNKNOWN_HOST -> Fault.UNKNOWN_HOST;
      case BARRED -> Fault.DENIED;
      case UNANSWERED -> Fault.RESET;
      case UNREADABLE -> Fault.INVALID_RESPONSE;
      case CUT -> Fault.CLOSED;
    };
  }
}
