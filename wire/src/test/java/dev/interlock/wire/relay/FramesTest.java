package dev.interlock.wire.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.Use;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
  private static final Frame.Held HELD = new Frame.Held("a", 7, Optional.of("f00d"), true);
  private static final Frame.Held BARE = new Frame.Held("b", 0, Optional.empty(), false);
  private static final Frame.Setup SETUP = new Frame.Setup(true, List.of("m/1", "m\"2"), "0a0b");

  static Stream<Frame> all() {
    return Stream.of(
        new Frame.Hello("built-in", "0.1", List.of(HELD, BARE)),
        new Frame.Configure("a", 8, SETUP, Optional.empty()),
        new Frame.Configure("a", 8, new Frame.Setup(false, List.of(), ""), Optional.empty()),
        new Frame.Ack(HELD),
        new Frame.Ack(BARE),
        new Frame.Heartbeat(3),
        new Frame.Ask(9, "a", "/key", new Lease(1, "s", "", Use.WATCH, -5, Long.MAX_VALUE)),
        new Frame.Told(9, 200, "{\"data\":\"\\u00e4\"}"),
        new Frame.Told(9, 429, "slower", Optional.of(Duration.ofSeconds(18))),
        new Frame.Told(9, 0, "no answer"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyFrameComesBackAsItWas(Frame frame) {
    assertThat(Frames.decode(Frames.encode(frame))).contains(frame);
  }

  @Test
  @DisplayName("A14: a pushed key goes over in its frame, and is in no text of it")
  void keyGoesOver() {
    byte[] salt = {1};
    var key = CloudKey.take("sk\"1".getBytes(UTF_8));
    var frame = new Frame.Configure("a", 8, SETUP, Optional.of(key));
    assertThat(frame.toString()).contains("CloudKey[hidden]").doesNotContain("sk");
    assertThat(Frames.decode(Frames.encode(frame)))
        .get()
        .isInstanceOfSatisfying(
            Frame.Configure.class,
            came ->
                assertThat(came.key().orElseThrow().fingerprint(salt))
                    .isEqualTo(key.fingerprint(salt)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{\"kind\":\"\"}",
        "{\"kind\":\"ask\",\"id\":1,\"lease\":{\"use\":\"STEAL\"}}",
        "{\"kind\":\"configure\",\"account\":\"a\",\"epoch\":1,\"key\":\"a b\"}"
      })
  void whatIsNoFrameIsNone(String bytes) {
    assertThat(Frames.decode(bytes.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void newerKindsAreKnownToBeUnknown() {
    assertThat(Frames.decode("{\"kind\":\"dance\"}".getBytes(UTF_8)))
        .contains(new Frame.Unknown("dance"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sk-1",
        "[]",
        "{}",
        "{\"key\":1}",
        "{\"key\":\"\"}",
        "{\"key\":\"sk 1\"}",
        "{\"key\":\"sk-1\",\"name\":\"x\"}",
        "{\"models\":\"m\"}",
        "{\"models\":[\" \"]}",
        "{\"key\":\"sk-1\",\"models\":[1]}"
      })
  @DisplayName("A14: a push that can't be read is told without what it holds")
  void pushesThatAreNone(String body) {
    assertThat(KeyPush.decode(body.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            KeyPush.Parsed.Wrong.class, wrong -> assertThat(wrong.toString()).doesNotContain("sk"));
  }

  @Test
  @DisplayName("A15: a push brings a key, models, or both")
  void pushes() {
    assertThat(KeyPush.decode("{\"models\":[]}".getBytes(UTF_8)))
        .isEqualTo(new KeyPush.Parsed.Valid(new KeyPush(Optional.empty(), Optional.of(List.of()))));
    assertThat(KeyPush.decode("{\"key\":\"sk-1\",\"models\":[\"m\"]}".getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            KeyPush.Parsed.Valid.class,
            valid -> {
              assertThat(valid.push().key()).isPresent();
              assertThat(valid.push().models()).contains(List.of("m"));
            });
  }
}
