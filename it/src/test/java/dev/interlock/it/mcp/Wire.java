package dev.interlock.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.PlainHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `/mcp` as raw requests, each header and byte of the test's own choice.
public final class Wire implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = PlainHttp.client();
  private final URI endpoint;

  public Wire(String server) {
    this.endpoint = URI.create(server + "/mcp");
  }

  /// What came back: messages in the order in which they came.
  public record Back(int status, HttpResponse<String> response, List<JsonNode> messages) {
    /// The last message, missing where there is none.
    public JsonNode last() {
      return messages.isEmpty() ? JSON.missingNode() : messages.getLast();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    boolean events() {
      return header("Content-Type").startsWith("text/event-stream");
    }
  }

  /// The server's address.
  String server() {
    return endpoint.resolve("/").toString().replaceAll("/$", "");
  }

  /// Posts a message.
  public Back post(String message, Map<String, String> headers) {
    return back(sent(request("POST", message, headers), HttpResponse.BodyHandlers.ofString()));
  }

  /// Any other method, without a body.
  Back send(String method, Map<String, String> headers) {
    return back(sent(request(method, "", headers), HttpResponse.BodyHandlers.ofString()));
  }

  /// The lines of an answer as they come.
  Iterator<String> lines(String method, String message, Map<String, String> headers) {
    var answer = sent(request(method, message, headers), HttpResponse.BodyHandlers.ofLines());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body().iterator();
  }

  /// How the requests of that kind ended, each once, by the ledger.
  Set<String> endings(String kind) {
    var request = HttpRequest.newBuilder(endpoint.resolve("/api/v1/ledger")).build();
    var answer = sent(request, HttpResponse.BodyHandlers.ofString());
    return JSON.readTree(answer.body())
        .path("attempts")
        .valueStream()
        .filter(attempt -> attempt.path("kind").asString().equals(kind))
        .map(attempt -> attempt.path("ending").asString())
        .collect(Collectors.toSet());
  }

  private HttpRequest request(String method, String body, Map<String, String> headers) {
    var publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(endpoint)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .method(method, publisher);
    headers.forEach(request::setHeader);
    return request.build();
  }

  private <T> HttpResponse<T> sent(HttpRequest request, HttpResponse.BodyHandler<T> body) {
    try {
      return client.send(request, body);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static Back back(HttpResponse<String> response) {
    var messages = new ArrayList<JsonNode>();
    boolean events =
        response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
    if (events) {
      response
          .body()
          .lines()
          .filter(line -> line.startsWith("data: "))
          .forEach(line -> messages.add(JSON.readTree(line.substring(6))));
    } else if (!response.body().isEmpty()) {
      messages.add(JSON.readTree(response.body()));
    }
    return new Back(response.statusCode(), response, messages);
  }

  /// A handshake of that revision; the headers of what follows in its session.
  public Map<String, String> opened(String version) {
    var answer = post(initialize(version), Map.of());
    var headers =
        Map.of("Mcp-Session-Id", answer.header("Mcp-Session-Id"), "MCP-Protocol-Version", version);
    post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", headers);
    return headers;
  }

  public static String initialize(String version) {
    return """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",
     "capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
    """
        .formatted(version);
  }

  /// A request in a session.
  public static String request(Object id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
        .formatted(JSON.writeValueAsString(id), method, params);
  }

  /// A call of a tool in a session.
  public static String call(Object id, String tool, String arguments) {
    return request(
        id, "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  /// A request that stands alone.
  ///
  /// @param more further fields of its parameters, each with a comma behind it
  static String alone(Object id, String method, String more) {
    return request(
        id,
        method,
        """
        {%s"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
         "io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},
         "io.modelcontextprotocol/clientCapabilities":{}}}\
        """
            .formatted(more));
  }

  static Map<String, String> aloneHeaders(String method) {
    return Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method);
  }

  static Map<String, String> aloneHeaders(String method, String name) {
    return Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", name);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
