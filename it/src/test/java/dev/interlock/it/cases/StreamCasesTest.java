package dev.interlock.it.cases;

import static dev.interlock.it.cases.ChatCasesTest.STREAMED;
import static dev.interlock.it.cases.ChatCasesTest.always;
import static dev.interlock.it.cases.ChatCasesTest.hello;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.Station;
import dev.interlock.testkit.ChatReply;
import dev.interlock.testkit.Chats;
import dev.interlock.testkit.ScriptedChat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams: framing, ends, and what is held back.
final class StreamCasesTest {
  @TempDir private Path folder = Path.of("");

  private Station station(ScriptedChat engine) throws IOException {
    return Station.start(folder, new ChatYaml().total("10m").local("L1", engine).toString());
  }

  private static String[] tokens(int count) {
    return IntStream.range(0, count).mapToObj(i -> Chats.text("m", "t" + i)).toArray(String[]::new);
  }

  @Test
  @DisplayName("C55: a stream that is cut ends with an error event, never in order")
  void cutStreamIsNoWholeOne() throws IOException {
    try (var l1 = ScriptedChat.start(always(ChatReply.stream().events(tokens(40)).cut()));
        var station = station(l1)) {
      var answer = Talk.answer(station, STREAMED);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.events()).hasSize(41);
      assertThat(answer.events().getLast()).contains("\"code\":\"upstream_closed\"");
      assertThat(answer.body()).doesNotContain("[DONE]").doesNotContain("\"stop\"");
      assertThat(answer.whole()).isFalse();
      assertThat(ChatRows.endings(ChatRows.of(station))).containsExactly("L1 partial");
      assertThat(l1.requests()).hasSize(1);
    }
  }

  @Test
  @DisplayName("C56: characters that are split over chunks arrive as they were")
  void splitCharactersSurvive() throws IOException {
    var text = "\u5317\u4eac\ud83c\udf38\u00e9\u2014";
    var stream = new ByteArrayOutputStream();
    for (var chunk : Chats.chunks("m", text, text)) {
      stream.writeBytes(("data: " + chunk + "\n\n").getBytes(UTF_8));
    }
    stream.writeBytes("data: [DONE]\n\n".getBytes(UTF_8));
    var bytes = stream.toByteArray();
    var event = ("data: " + Chats.text("m", text) + "\n\n").getBytes(UTF_8);
    try (var l1 = ScriptedChat.start(always(ChatReply.silence()));
        var station = station(l1)) {
      l1.answering(always(byteByByte(bytes).end()));
      assertSame(Talk.answer(station, STREAMED), bytes, text + text);

      for (int at = 1; at < event.length; at++) {
        var first = Arrays.copyOfRange(event, 0, at);
        var rest = Arrays.copyOfRange(event, at, event.length);
        l1.answering(
            always(ChatReply.stream().bytes(first).bytes(rest).events(Chats.stop("m")).done()));
        var answer = Talk.answer(station, STREAMED);
        assertThat(answer.text()).as("split at %d", at).isEqualTo(text);
        assertThat(answer.events()).hasSize(3);
      }
    }
  }

  private static ChatReply byteByByte(byte[] bytes) {
    var acts = new ArrayList<>(ChatReply.stream().acts());
    for (byte b : bytes) {
      acts.add(new ChatReply.Act.Bytes(new byte[] {b}));
    }
    return new ChatReply(acts);
  }

  private static void assertSame(Talk.Answer answer, byte[] bytes, String text) {
    assertThat(answer.body().getBytes(UTF_8)).isEqualTo(bytes);
    assertThat(answer.text()).isEqualTo(text);
    assertThat(answer.body()).doesNotContain("\ufffd");
    assertThat(answer.whole()).isTrue();
  }

  @Test
  @DisplayName("C57: comments of an upstream are no data, and keep a slow start alive")
  void commentsStayComments() throws IOException {
    var gates = IntStream.range(0, 10).mapToObj(_ -> new CompletableFuture<Void>()).toList();
    var reply = ChatReply.stream();
    for (var gate : gates) {
      reply = reply.bytes(": PROCESSING\n\n").until(gate);
    }
    try (var l1 = ScriptedChat.start(always(reply.events(Chats.chunks("m", "a", "b")).done()));
        var station = station(l1);
        var talk = Talk.ask(station, STREAMED)) {
      int writes = 2;
      for (var gate : gates) {
        l1.awaitWrites(writes++);
        ChatRows.passEventLoop(station);
        station.time().advance(Duration.ofMillis(500));
        gate.complete(null);
      }
      var answer = talk.answer();

      assertThat(answer.whole()).isTrue();
      assertThat(answer.events()).allMatch(e -> e.startsWith("{") || e.equals("[DONE]"));
      assertThat(answer.text()).isEqualTo("ab");
      assertThat(answer.body().lines().filter(line -> !line.isEmpty()))
          .allMatch(line -> line.startsWith("data: ") || line.startsWith(":"));
    }
  }

  @Test
  @DisplayName("C59: a usage event reaches only who asked for it, and the ledger has tokens always")
  void usageIsForWhoAsks() throws IOException {
    var with = new ArrayList<>(List.of(Chats.chunks("m", "hello", "you")));
    with.add(Chats.usage("m"));
    try (var l1 =
            ScriptedChat.start(
                request -> {
                  boolean asked = request.json().contains("\"include_usage\":true");
                  var forced = request.json().contains("forced");
                  return ChatReply.stream()
                      .events(
                          asked || forced
                              ? with.toArray(String[]::new)
                              : Chats.chunks("m", "hello", "you"))
                      .done();
                });
        var station = station(l1)) {
      for (var options :
          List.of(
              "",
              ",\"stream_options\":{\"include_usage\":false}",
              ",\"stream_options\":{\"include_usage\":false,\"x\":\"forced\"}")) {
        var answer = Talk.answer(station, STREAMED.replace("}]}", "}]" + options + "}"));
        assertThat(answer.body()).doesNotContain("\"choices\":[]");
        assertThat(answer.events()).hasSize(5).last().isEqualTo("[DONE]");
      }
      var asked =
          Talk.answer(
              station, STREAMED.replace("}]}", "}],\"stream_options\":{\"include_usage\":true}}"));
      assertThat(asked.events()).hasSize(6);
      assertThat(asked.events().get(4)).contains("\"choices\":[]");

      var volumes = ChatRows.of(station).stream().map(r -> r.volume()).toList();
      assertThat(volumes).hasSize(4).allMatch(v -> v.completionTokens().isPresent());
      assertThat(volumes).extracting(v -> v.estimated()).containsExactly(true, true, false, false);
      assertThat(volumes.getLast().promptTokens()).hasValue(7);
      assertThat(volumes.getFirst().completionTokens()).hasValue(4);
    }
  }

  @Test
  @DisplayName(
      "C64: streams that stall are ended within the limit, and others are served meanwhile")
  void stalledStreamsAreEnded() throws IOException {
    try (var l1 = ScriptedChat.start(always(ChatReply.stream().events(tokens(3))));
        var l2 = ScriptedChat.start(always(hello("m")));
        var station = Station.start(folder, stallYaml(l1, l2))) {
      var talks = new ArrayList<Talk>();
      for (int i = 0; i < 8; i++) {
        talks.add(Talk.ask(station, STREAMED));
      }
      for (var talk : talks) {
        talk.readUntil("t2");
      }
      var other = Talk.answer(station, ChatCasesTest.PLAIN.replace("coder", "other"));
      assertThat(other.status()).isEqualTo(200);

      station.time().advance(Duration.ofMillis(2_100));
      for (var talk : talks) {
        var answer = talk.answer();
        assertThat(answer.events()).hasSize(4).last().asString().contains("upstream_stalled");
        assertThat(answer.whole()).isFalse();
        talk.close();
      }
      l1.awaitAbandoned(8);
      l1.awaitOpen(0);
      assertThat(ChatRows.endings(ChatRows.await(station, 9)))
          .filteredOn(e -> e.equals("L1 partial"))
          .hasSize(8);
    }
  }

  private static String stallYaml(ScriptedChat l1, ScriptedChat l2) {
    var yaml = new ChatYaml().total("10m").local("L1", l1).toString();
    return yaml.replace("routes:\n", "routes:\n  L2: {host: hL2, model: m}\n")
            .replace("hosts:\n", "hosts:\n  hL2: {url: \"%s\"}\n".formatted(l2.url()))
        + "  other: {kind: generate, tiers: [{routes: [L2]}]}\n";
  }
}
