package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.chat.AnswerScan;
import dev.interlock.wire.chat.AnswerScan.Part;
import dev.interlock.wire.chat.SseScanner;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Chats as our own readers see them.
final class CloudChatTest extends StandInTests {
  private record Stream(List<Part> parts, AnswerScan scan) {}

  @Test
  void aPlainAnswerIsRead() {
    var reply = post("/chat/completions", chat("harbour", "3 small boats"));
    var scan = new AnswerScan();

    assertThat(scan.read(reply.body(), 0, reply.body().length)).isEqualTo(Part.CONTENT);
    assertThat(scan.model()).hasValue("shore/parrot");
    assertThat(scan.completionTokens()).hasValue(3);
    assertThat(reply.json().path("choices").path(0).path("message").path("content").asString())
        .isEqualTo("3 small boats ");
    assertThat(reply.json().path("provider").asString()).isEqualTo("Harbour");
    assertThat(reply.header("x-generation-id")).isEqualTo(reply.json().path("id").asString());
    assertThat((char) reply.body()[0]).as("white space comes first").isEqualTo('\n');
  }

  @Test
  void aStreamIsReadToItsEnd() {
    var stream = streamed(post("/chat/completions", chat("harbour", "4 boats", "stream", true)));

    assertThat(stream.parts())
        .containsExactly(
            Part.BARE,
            Part.CONTENT,
            Part.CONTENT,
            Part.CONTENT,
            Part.CONTENT,
            Part.BARE,
            Part.USAGE,
            Part.DONE);
    assertThat(stream.scan().finished()).isTrue();
    assertThat(stream.scan().completionTokens()).hasValue(4);
  }

  @Test
  void anotherProviderRepeatsAChoiceAndTellsTheDatedName() {
    var reply = post("/chat/completions", chat("quay", "1 boat", "stream", true));
    var stream = streamed(reply);

    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .startsWith(": OPENROUTER PROCESSING\n\n");
    assertThat(stream.parts())
        .containsExactly(Part.BARE, Part.CONTENT, Part.BARE, Part.BARE, Part.DONE);
    assertThat(stream.scan().model()).hasValue("shore/parrot-20260301");
    assertThat(stream.scan().completionTokens()).hasValue(1);
  }

  @Test
  void aLimitOfTokensEndsAnAnswer() {
    var body = chat("harbour", "50 boats", "max_tokens", 7);

    var choice = post("/chat/completions", body).json().path("choices").path(0);

    assertThat(choice.path("finish_reason").asString()).isEqualTo("length");
    assertThat(Words.of(choice.path("message").path("content").asString())).hasSize(7);
  }

  @Test
  void anOfferedToolIsCalled() {
    var tool = Json.of("type", "function", "function", Json.of("name", "look"));
    var plain = post("/chat/completions", chat("harbour", "hi", "tools", List.of(tool)));
    var stream =
        streamed(
            post(
                "/chat/completions",
                chat("harbour", "hi", "tools", List.of(tool), "stream", true)));

    var call = plain.json().path("choices").path(0).path("message").path("tool_calls").path(0);
    assertThat(call.path("function").path("name").asString()).isEqualTo("look");
    assertThat(Json.tree(call.path("function").path("arguments").asString()).path("text"))
        .isEqualTo(Json.tree("\"hi\""));
    assertThat(stream.parts()).contains(Part.CONTENT).endsWith(Part.DONE);
  }

  @Test
  void tooMuchContextIsRefused() {
    var reply = post("/chat/completions", chat("harbour", "boat ".repeat(8_000)));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().path("error").path("metadata").path("error_type").asString())
        .isEqualTo("context_length_exceeded");
  }

  @Test
  void whoLeavesAStreamPaysWhatWasWrittenWhereItCanBeStopped() throws Exception {
    cloud().set("speed", "{\"tokenMs\": 1000}");
    leaveAfterThreeWords("harbour");
    long stopped = cloud().billedNanoUsd();
    leaveAfterThreeWords("quay");
    long whole = cloud().billedNanoUsd() - stopped;

    var price = new BigDecimal("0.0000015").movePointRight(9).longValueExact();
    assertThat(whole - stopped).isEqualTo(price * (10 - 3));
  }

  /// Reads three words of a stream of ten, and leaves; then time goes on.
  private void leaveAfterThreeWords(String provider) throws Exception {
    int before = cloud().stats().path("abandoned").asInt();
    var address = URI.create(cloud().url());
    var body = Json.text(chat(provider, "10 boats", "stream", true));
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("POST /api/v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer k\r\n"
                      + "content-length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body)
                  .getBytes(StandardCharsets.UTF_8));
      var in = socket.getInputStream();
      var read = new StringBuilder();
      while (words(read) < 3) {
        if (in.available() == 0) {
          time.advance(Duration.ofMillis(words(read) < 2 ? 500 : 250));
        }
        if (in.available() > 0) {
          read.append((char) in.read());
        }
      }
    }
    await(() -> cloud().stats().path("abandoned").asInt() > before, "the leaving");
    time.advance(Duration.ofMinutes(1));
  }

  private static int words(StringBuilder read) {
    return read.toString().split("\"content\":\"\\w+ \"", -1).length - 1;
  }

  private static Stream streamed(Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("content-type")).isEqualTo(Events.TYPE);
    var scanner = new SseScanner();
    var scan = new AnswerScan();
    var parts = new ArrayList<Part>();
    scanner.put(reply.body());
    while (scanner.next()) {
      parts.add(scan.read(scanner.data(), scanner.from(), scanner.to()));
    }
    return new Stream(parts, scan);
  }
}
