package dev.interlock.wire.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.error.ApiError;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class WritersTest {
  @Test
  @DisplayName("A7: a pinned request names its only provider and allows no stand-in")
  void pinnedRequestAllowsNoStandIn() {
    var request =
        new EmbeddingsRequest("m", List.of("a\"\n", "é"), OptionalInt.of(4), Optional.of("nebius"));
    assertThat(new String(request.encode(), UTF_8))
        .isEqualTo(
            "{'model':'m','input':['a\\\"\\n','é'],'encoding_format':'base64','dimensions':4,'provider':{'only':['nebius'],'allow_fallbacks':false}}"
                .replace('\'', '"'));
  }

  @Test
  void plainRequestSaysNoMoreThanItMust() {
    var request = new EmbeddingsRequest("m", List.of("a"), OptionalInt.empty(), Optional.empty());
    assertThat(new String(request.encode(), UTF_8))
        .isEqualTo("{'model':'m','input':['a'],'encoding_format':'base64'}".replace('\'', '"'));
  }

  @Test
  @DisplayName("C92: half a character is refused before it is sent")
  void halfCharacterIsNeverSent() {
    var texts = List.of("a", "b\ud83d");
    assertThatThrownBy(
            () -> new EmbeddingsRequest("m", texts, OptionalInt.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text 1")
        .hasMessageContaining("position 1");
  }

  @Test
  void replyHasOpenAisShape() {
    var reply = new EmbeddingsReply("m", List.of(new float[] {0.5f, -1}), Encoding.FLOAT, 3);
    assertThat(new String(reply.encode(), UTF_8))
        .isEqualTo(
            "{'object':'list','data':[{'object':'embedding','index':0,'embedding':[0.5,-1.0]}],'model':'m','usage':{'prompt_tokens':3,'total_tokens':3}}"
                .replace('\'', '"'));
  }

  @Test
  @DisplayName("C10: width 4 in base64 is 16 bytes, 24 characters")
  void packedReplyHasFourBytesAComponent() {
    var reply = new EmbeddingsReply("m", List.of(new float[] {1, -2, 0, 0}), Encoding.BASE64, 0);
    assertThat(new String(reply.encode(), UTF_8))
        .contains("\"embedding\":\"AACAPwAAAMAAAAAAAAAAAA==\"");
  }

  @Test
  void replyNeverHoldsWhatIsNoNumber() {
    for (var encoding : Encoding.values()) {
      var reply = new EmbeddingsReply("m", List.of(new float[] {Float.NaN}), encoding, 0);
      assertThatThrownBy(reply::encode).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void envelopeHasOpenAisShape() {
    assertThat(envelope(ApiError.invalid("empty_input", "input", "bad \ud83d", "send text")))
        .isEqualTo(
            "{'error':{'message':'bad \uFFFD','type':'invalid_request_error','param':'input','code':'empty_input','interlock':{'hint':'send text'}}}"
                .replace('\'', '"'));
    assertThat(envelope(ApiError.upstream("upstream_count", "2 of 3")))
        .isEqualTo(
            "{'error':{'message':'2 of 3','type':'upstream_error','param':null,'code':'upstream_count'}}"
                .replace('\'', '"'));
  }

  @Test
  void loneSurrogatesAreFoundWhereverTheyStand() {
    assertThat(Surrogates.firstLone("a😀b")).isEqualTo(-1);
    assertThat(Surrogates.firstLone("a\ud83d")).isEqualTo(1);
    assertThat(Surrogates.firstLone("\ud83d\ud83d\ude00")).isEqualTo(0);
    assertThat(Surrogates.firstLone("😀\ude00")).isEqualTo(2);
    assertThat(Surrogates.replaceLone("\ud83dx😀\ude00")).isEqualTo("\uFFFDx😀\uFFFD");
  }

  private static String envelope(ApiError error) {
    return new String(ErrorEnvelope.encode(error), UTF_8);
  }
}
