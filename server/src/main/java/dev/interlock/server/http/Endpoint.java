package dev.interlock.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/// One thing that can be asked of the server.
///
/// @param method such as `GET`
/// @param pattern the path; a part in braces is a value, as in `/api/v1/jobs/{id}`
/// @param access who may ask
/// @param trace whether a request gets an id in the ledger
/// @param work what the endpoint does
public record Endpoint(String method, String pattern, Access access, Trace trace, Work work) {
  /// An endpoint that answers whole and makes no row in the ledger.
  public Endpoint(String method, String pattern, Access access, Handler handler) {
    this(method, pattern, access, Trace.UNRECORDED, handler);
  }

  /// An endpoint whose requests get an id in the ledger, told in `x-interlock-request-id`.
  public static Endpoint recorded(String method, String pattern, Work work) {
    return new Endpoint(method, pattern, Access.OPEN, Trace.RECORDED, work);
  }

  /// Who may ask, from this machine (design §10, "Doors of the server").
  public enum Access {
    /// Anybody.
    OPEN,
    /// Who has the admin token, since it changes state.
    ADMIN
  }

  /// Whether its requests are in the ledger.
  public enum Trace {
    RECORDED,
    UNRECORDED
  }

  /// What an endpoint does with a request.
  public sealed interface Work {}

  /// Answers whole; runs on a virtual thread and may block.
  @FunctionalInterface
  public non-sealed interface Handler extends Work {
    Answer handle(Call call);
  }

  /// As [Handler], but its thread is interrupted once the caller has left: for work that costs
  /// somebody something and is nobody's any more (C60).
  @FunctionalInterface
  public non-sealed interface Leavable extends Work {
    Answer handle(Call call);
  }

  /// Answers bit by bit; runs on a virtual thread and may block. What it throws before the first
  /// part becomes an answer, afterwards the connection is broken off.
  @FunctionalInterface
  public non-sealed interface Streaming extends Work {
    void handle(Call call, Stream stream);
  }

  /// Takes the request over on its event loop, body and all, and must not block there.
  @FunctionalInterface
  public non-sealed interface OnLoop extends Work {
    /// Takes over.
    ///
    /// @param id the request's id in the ledger
    void take(String id, HttpServerRequest request);
  }

  List<String> segments() {
    return Paths.split(pattern);
  }
}
