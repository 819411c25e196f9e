package dev.interlock.app.cli;

import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Carries an agent's messages to the server's `/mcp` and back. Requests run side by side. A server
/// that was started anew in between is found again, and a session that it has forgotten is opened
/// again, without the agent's noticing.
///
/// Thread: [#take] and [#finish] on one; answers come on threads of the HTTP client.
final class McpBridge implements AutoCloseable {
  private static final int INTERNAL = -32603;
  private static final int PARSE = -32700;
  private static final int NOT_FOUND = 404;
  private static final long LAST_ANSWERS_SECONDS = 30;

  private final Supplier<RemoteServer> finder;
  private final PrintStream out;
  private final Map<JsonNode, McpCarried> inFlight = new ConcurrentHashMap<>();
  private volatile RemoteServer server;
  private volatile Optional<McpSession> session = Optional.empty();

  McpBridge(Supplier<RemoteServer> finder, PrintStream out) {
    this.finder = finder;
    this.out = out;
    this.server = finder.get();
  }

  /// Takes a line of the agent's.
  void take(byte[] line) {
    var read = McpMessage.read(line);
    if (read.isEmpty()) {
      say(McpMessage.error(Optional.empty(), PARSE, "the line is no JSON object"));
      return;
    }
    var message = read.get();
    message.cancels().map(inFlight::get).ifPresent(McpCarried::drop);
    if (message.id().isEmpty() && (message.standsAlone() || session.isEmpty())) {
      return;
    }
    var carried = new McpCarried(message);
    message.id().ifPresent(id -> inFlight.put(id, carried));
    send(carried);
    // A handshake must be through before anything else goes out; notes keep their order.
    if (message.opens() || message.id().isEmpty()) {
      carried.settled().join();
    }
  }

  private void send(McpCarried carried) {
    var message = carried.message();
    var to = server;
    carried.within(message.opens() || message.standsAlone() ? Optional.empty() : session);
    var headers =
        message.standsAlone()
            ? message.mirrored()
            : carried.within().map(McpSession::headers).orElse(Map.of());
    var exchange = to.mcp(message.bytes(), headers, McpReply.to(text -> came(carried, text)));
    carried.sent(exchange);
    var _ =
        exchange.handle(
            (response, broken) -> {
              ended(carried, to, response, broken);
              return true;
            });
  }

  private void came(McpCarried carried, String text) {
    McpMessage.read(text.getBytes(StandardCharsets.UTF_8))
        .filter(carried::came)
        .ifPresent(_ -> say(text));
  }

  private void ended(
      McpCarried carried,
      RemoteServer asked,
      @Nullable HttpResponse<Void> response,
      @Nullable Throwable broken) {
    if (!carried.dropped() && carried.answer().isEmpty() && goesAgain(carried, asked, response)) {
      send(carried);
      return;
    }
    if (carried.message().opens() && response != null) {
      session = opened(carried, response);
    }
    var id = carried.message().id();
    if (id.isPresent() && !carried.dropped() && carried.answer().isEmpty()) {
      say(McpMessage.error(id, INTERNAL, why(carried, response, broken)));
    }
    id.ifPresent(inFlight::remove);
    carried.settled().complete(null);
  }

  private static String why(
      McpCarried carried, @Nullable HttpResponse<Void> response, @Nullable Throwable broken) {
    if (response == null) {
      return "no server answers (%s); start one with `interlock up`".formatted(broken);
    }
    return carried.refusal().isEmpty()
        ? "the server answered %d and no message".formatted(response.statusCode())
        : carried.refusal();
  }

  private boolean goesAgain(
      McpCarried carried, RemoteServer asked, @Nullable HttpResponse<Void> response) {
    if (response == null) {
      return carried.mayGoAgain() && foundAgain(asked);
    }
    return response.statusCode() == NOT_FOUND
        && carried.mayReopen()
        && carried.within().filter(this::reopened).isPresent();
  }

  private synchronized boolean foundAgain(RemoteServer lost) {
    if (server == lost) {
      try {
        server = finder.get();
      } catch (CommandFailure e) {
        return false;
      }
    }
    return true;
  }

  /// Opens a session in the place of a forgotten one, as the agent opened that.
  private synchronized boolean reopened(McpSession forgotten) {
    if (session.filter(s -> s.equals(forgotten)).isEmpty()) {
      return session.isPresent();
    }
    var opening = new McpCarried(forgotten.opening());
    try {
      var response =
          server
              .mcp(
                  forgotten.opening().bytes(),
                  Map.of(),
                  McpReply.to(
                      text ->
                          McpMessage.read(text.getBytes(StandardCharsets.UTF_8))
                              .ifPresent(opening::came)))
              .join();
      session = opened(opening, response);
      session.ifPresent(
          s -> server.mcp(McpSession.OPENED.bytes(), s.headers(), McpReply.to(_ -> {})).join());
    } catch (CompletionException e) {
      return false;
    }
    return session.isPresent();
  }

  private static Optional<McpSession> opened(McpCarried opening, HttpResponse<Void> response) {
    return opening
        .answer()
        .flatMap(
            answer ->
                McpSession.of(
                    opening.message(),
                    response.headers().firstValue(McpSession.HEADER),
                    answer.json()));
  }

  private void say(String message) {
    var bytes = (message + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(bytes, 0, bytes.length);
      out.flush();
    }
  }

  /// The agent says no more: waits for the answers that it may still want, for a while.
  void finish() {
    var last =
        CompletableFuture.allOf(
            inFlight.values().stream().map(McpCarried::settled).toArray(CompletableFuture[]::new));
    last.completeOnTimeout(null, LAST_ANSWERS_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    server.abandon();
  }
}
