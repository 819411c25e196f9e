package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import dev.interlock.testkit.ScriptedEmbeddings;
import dev.interlock.testkit.Scripts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A loopback server is no open house to every web page.
final class DoorCasesTest {
  private static final String OPEN =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"page\",\"version\":\"1\"}}}";
  private static final String EMBED = "{\"model\":\"code-embedding\",\"input\":\"a\"}";

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("C101: a foreign Origin or Host is refused before any work, by every endpoint")
  void foreignersAreRefused() throws IOException {
    var root = Tree.notes(folder.resolve("root"), 2);
    var job = "{\"root\":\"%s\"}".formatted(root);
    try (var l1 = ScriptedEmbeddings.start(Scripts.hashing(8));
        var station =
            Station.start(folder.resolve("home"), new Yaml().local("L1", l1).toString())) {
      station.gate("L1", TableName.CODE);
      station.gate("L1", TableName.DOCS);
      l1.forget();

      var evil = "Origin: http://evil.test\r\n";
      assertThat(status(station, "/v1/embeddings", ours(station), evil, EMBED)).isEqualTo(403);
      assertThat(status(station, "/api/v1/jobs", ours(station), evil, job)).isEqualTo(403);
      assertThat(status(station, "/v1/embeddings", "evil.test", "", EMBED)).isIn(403, 421);
      assertThat(status(station, "/api/v1/jobs", "evil.test", "", job)).isIn(403, 421);
      assertThat(status(station, "/mcp", ours(station), evil, OPEN)).isEqualTo(403);
      assertThat(status(station, "/mcp", "evil.test", "", OPEN)).isIn(403, 421);
      assertThat(l1.requests()).isEmpty();
      assertThat(station.get("/api/v1/jobs").json().path("jobs")).isEmpty();

      assertThat(status(station, "/v1/embeddings", ours(station), "", EMBED)).isEqualTo(200);
      assertThat(status(station, "/api/v1/jobs", ours(station), "", job)).isEqualTo(202);
      assertThat(status(station, "/mcp", ours(station), "", OPEN)).isEqualTo(200);
    }
  }

  private static String ours(Station station) {
    return "127.0.0.1:" + URI.create(station.url()).getPort();
  }

  /// By a bare socket, since an HTTP client writes `Host` itself.
  private static int status(Station station, String path, String host, String extra, String body)
      throws IOException {
    var head =
        "POST %s HTTP/1.1\r\nHost: %s\r\n%sContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(path, host, extra, station.adminToken(), body.length());
    int port = URI.create(station.url()).getPort();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(answer.substring(9, 12));
    }
  }
}
