package dev.interlock.app.cli;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One message on its way to the server, with what came back. Thread: any; each field is set by one
/// thread at a time.
final class McpCarried {
  private final McpMessage message;
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private volatile CompletableFuture<HttpResponse<Void>> exchange = new CompletableFuture<>();
  private volatile Optional<McpMessage> answer = Optional.empty();
  private volatile Optional<McpSession> within = Optional.empty();
  private volatile String refusal = "";
  private volatile boolean dropped;
  private volatile boolean sentAgain;
  private volatile boolean reopened;

  McpCarried(McpMessage message) {
    this.message = message;
  }

  McpMessage message() {
    return message;
  }

  /// Completes when nothing more will come of it.
  CompletableFuture<Void> settled() {
    return settled;
  }

  /// It is under way.
  void sent(CompletableFuture<HttpResponse<Void>> by) {
    exchange = by;
    if (dropped && message.standsAlone()) {
      by.cancel(true);
    }
  }

  /// The session in which it goes out.
  Optional<McpSession> within() {
    return within;
  }

  void within(Optional<McpSession> session) {
    within = session;
  }

  /// The agent gave it up. One that stands alone is given up by closing its stream.
  void drop() {
    dropped = true;
    if (message.standsAlone()) {
      exchange.cancel(true);
    }
  }

  boolean dropped() {
    return dropped;
  }

  /// Takes what came back.
  ///
  /// @return whether it is for the agent
  boolean came(McpMessage back) {
    if (back.json().has("method")) {
      return !dropped;
    }
    if (message.id().isPresent()
        && message.id().equals(Optional.ofNullable(back.json().get("id")))) {
      answer = Optional.of(back);
      return !dropped;
    }
    refusal = back.json().path("error").path("message").asString("");
    return false;
  }

  Optional<McpMessage> answer() {
    return answer;
  }

  /// The server's words where it answered no request, but refused one.
  String refusal() {
    return refusal;
  }

  /// Whether it may be sent a second time, since nobody was there: once.
  boolean mayGoAgain() {
    boolean may = !sentAgain;
    sentAgain = true;
    return may;
  }

  /// Whether it may be sent a second time, in a new session: once.
  boolean mayReopen() {
    boolean may = !reopened && within.isPresent();
    reopened = true;
    return may;
  }
}
