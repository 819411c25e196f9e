package dev.interlock.app.cli;

import dev.interlock.app.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The running server, as the other commands reach it: by `--server URL`, else through the home.
final class RemoteServer implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofMinutes(10);

  private static final String EVENT = "event: ";
  private static final String DATA = "data: ";

  /// Where its first request asks for HTTP/2, the JDK's client may wait for ever for an answer that
  /// came right behind the upgrade.
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  private final String base;
  private final Home home;

  private RemoteServer(String base, Home home) {
    this.base = base;
    this.home = home;
  }

  static RemoteServer find(Optional<String> url, Home home) {
    try {
      var announced = url.isPresent() ? url : home.serverUrl();
      var base =
          announced.orElseThrow(
              () ->
                  new CommandFailure(
                      Exit.NO_SERVER,
                      "no server runs on %s; start one with `interlock up`"
                          .formatted(home.folder())));
      return new RemoteServer(
          base.endsWith("/") ? base.substring(0, base.length() - 1) : base, home);
    } catch (IOException e) {
      throw new CommandFailure(
          Exit.NO_SERVER, "the home %s can't be read: %s".formatted(home.folder(), e.getMessage()));
    }
  }

  /// What the server answered.
  record Reply(int status, JsonNode body) {
    boolean good() {
      return status / 100 == 2;
    }

    /// The envelope's message with its hint, in one text.
    String error() {
      var error = body.path("error");
      var hint = error.path("interlock").path("hint").asString("");
      var message = error.path("message").asString("the server answered " + status);
      return hint.isEmpty() ? message : message + "\n" + hint;
    }
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply post(String path, Object body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
  }

  /// Sends a message of the Model Context Protocol; the answer comes line by line, on a thread of
  /// the client's.
  ///
  /// @param headers pairs of name and value
  CompletableFuture<HttpResponse<Void>> mcp(
      byte[] message, Map<String, String> headers, BodyHandler<Void> lines) {
    var request =
        request("/mcp")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(message));
    headers.forEach(request::header);
    return client.sendAsync(request.build(), lines);
  }

  /// Takes an event of a stream; whether more are wanted.
  @FunctionalInterface
  interface Listener {
    boolean take(String event, JsonNode data);
  }

  /// Follows a stream of server-sent events until the server ends it or nobody wants more.
  ///
  /// @return whether more was wanted when it ended
  boolean follow(String path, Listener listener) {
    try (var lines =
        client.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofLines()).body()) {
      var event = "";
      for (var line : (Iterable<String>) lines::iterator) {
        if (line.startsWith(EVENT)) {
          event = line.substring(EVENT.length());
        } else if (line.startsWith(DATA)
            && !listener.take(event, JSON.readTree(line.substring(DATA.length())))) {
          return false;
        }
      }
      return true;
    } catch (JacksonException e) {
      throw foreign();
    } catch (UncheckedIOException e) {
      return true;
    } catch (IOException e) {
      throw absent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The answer's body, or the end of the command with the server's own words.
  JsonNode need(Reply reply) {
    if (!reply.good()) {
      throw new CommandFailure(Exit.FAILED, reply.error());
    }
    return reply.body();
  }

  static String pretty(Object body) {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(body);
  }

  private HttpRequest.Builder request(String path) {
    try {
      var builder = HttpRequest.newBuilder(new URI(base + path)).timeout(WHOLE);
      home.adminToken().ifPresent(token -> builder.header("Authorization", "Bearer " + token));
      return builder;
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new CommandFailure(Exit.USAGE, "%s is no server's URL".formatted(base));
    } catch (IOException e) {
      throw new CommandFailure(Exit.FAILED, "the admin token can't be read: " + e.getMessage());
    }
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new Reply(response.statusCode(), JSON.readTree(response.body()));
    } catch (JacksonException e) {
      throw foreign();
    } catch (IOException e) {
      throw absent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(Exit.FAILED, "interrupted");
    }
  }

  /// Closes without waiting for what is under way.
  void abandon() {
    client.shutdownNow();
  }

  private CommandFailure foreign() {
    return new CommandFailure(Exit.NO_SERVER, "what answers at %s is no Interlock".formatted(base));
  }

  private CommandFailure absent() {
    return new CommandFailure(
        Exit.NO_SERVER, "no server answers at %s; start one with `interlock up`".formatted(base));
  }

  @Override
  public void close() {
    client.close();
  }
}
