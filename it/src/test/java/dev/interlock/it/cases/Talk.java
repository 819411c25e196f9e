package dev.interlock.it.cases;

import dev.interlock.it.Station;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One `POST /v1/chat/completions` over a bare socket, which shows every byte and how the answer
/// ends, and can leave at any moment.
///
/// Thread: the test's.
public final class Talk implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Map<String, String> headers = new TreeMap<>();
  private int status;

  private Talk(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /// An answer.
  ///
  /// @param whole whether it ended as HTTP says that it ends
  public record Answer(int status, Map<String, String> headers, String body, boolean whole) {
    /// The body as JSON.
    public JsonNode json() {
      return JSON.readTree(body);
    }

    /// `error.code` of a refusal.
    public String code() {
      return json().path("error").path("code").asString("");
    }

    /// `error.message` of a refusal.
    public String message() {
      return json().path("error").path("message").asString("");
    }

    /// A header of ours, by the part after `x-interlock-`.
    public String told(String name) {
      return headers.getOrDefault("x-interlock-" + name, "");
    }

    /// The data of each event.
    public List<String> events() {
      var events = new ArrayList<String>();
      for (var line : body.split("\n", -1)) {
        if (line.startsWith("data:")) {
          events.add(line.substring(5).strip());
        }
      }
      return events;
    }

    /// All content of a stream.
    public String text() {
      var text = new StringBuilder();
      for (var event : events()) {
        if (event.startsWith("{")) {
          text.append(JSON.readTree(event).at("/choices/0/delta/content").asString(""));
        }
      }
      return text.toString();
    }
  }

  /// Asks; extra headers are whole lines.
  public static Talk ask(Station station, String body, String... extra) throws IOException {
    return ask(station, body.getBytes(StandardCharsets.UTF_8), extra);
  }

  static Talk ask(Station station, byte[] body, String... extra) throws IOException {
    int port = URI.create(station.url()).getPort();
    var talk = new Talk(new Socket(InetAddress.getLoopbackAddress(), port));
    talk.socket.setSoTimeout(PATIENCE_MILLIS);
    var head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(port, body.length, lines(extra));
    talk.socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    talk.socket.getOutputStream().write(body);
    return talk;
  }

  private static String lines(String... extra) {
    return extra.length == 0 ? "" : String.join("\r\n", extra) + "\r\n";
  }

  /// Asks and takes the whole answer.
  public static Answer answer(Station station, String body, String... extra) throws IOException {
    try (var talk = ask(station, body, extra)) {
      return talk.answer();
    }
  }

  /// Reads to the answer's end, in order or not.
  public Answer answer() throws IOException {
    head();
    boolean whole = headers.containsKey("content-length") ? byLength() : byChunks();
    return new Answer(status, Map.copyOf(headers), text(), whole);
  }

  /// Reads on until the body so far holds this text.
  public String readUntil(String wanted) throws IOException {
    head();
    while (!text().contains(wanted)) {
      if (!chunk()) {
        throw new AssertionError("the answer ended before " + wanted + ": " + text());
      }
    }
    return text();
  }

  /// Reads until this text has come so many times.
  void readUntil(String wanted, int times) throws IOException {
    head();
    while (text().split(Pattern.quote(wanted), -1).length <= times) {
      if (!chunk()) {
        throw new AssertionError("the answer ended before: " + text());
      }
    }
  }

  /// Closes the connection in the middle of whatever it is.
  public void leave() throws IOException {
    socket.close();
  }

  private String text() {
    return body.toString(StandardCharsets.UTF_8);
  }

  private void head() throws IOException {
    if (status != 0) {
      return;
    }
    status = Integer.parseInt(line().substring(9, 12));
    for (var line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
  }

  private boolean byLength() throws IOException {
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    body.write(in.readNBytes(length));
    return body.size() == length;
  }

  private boolean byChunks() throws IOException {
    try {
      while (chunk()) {
        // Until the last.
      }
      return true;
    } catch (EOFException | SocketException cut) {
      return false;
    }
  }

  /// Whether there was one more chunk.
  private boolean chunk() throws IOException {
    int size = Integer.parseInt(line(), 16);
    body.write(in.readNBytes(size));
    line();
    return size > 0;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    while (true) {
      int c = in.read();
      if (c < 0) {
        throw new EOFException("closed after: " + line);
      }
      if (c == '\n') {
        return line.toString().stripTrailing();
      }
      line.append((char) c);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
