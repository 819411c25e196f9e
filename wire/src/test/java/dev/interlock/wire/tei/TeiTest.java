package dev.interlock.wire.tei;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.openai.EmbeddingsAnswer;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TeiTest {
  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  @Test
  void callForbidsTheCutWhateverTheRelease() {
    var call = new EmbedCall(List.of("a"), OptionalInt.empty());
    assertThat(new String(call.encode(), UTF_8).replace('"', '\''))
        .isEqualTo("{'inputs':['a'],'normalize':true,'truncate':false}");
  }

  @Test
  @DisplayName("C13: a bare array is read in order; a null component stays visible")
  void bareArrayIsRead() {
    var answer = (EmbeddingsAnswer.Embedded) EmbedAnswer.decode(json("[[1,null],[3,4]]"));
    assertThat(answer.vectors()).hasSize(2);
    assertThat(answer.vectors().getFirst()[1]).isNaN();
    assertThat(answer.model()).isEmpty();
    assertThat(answer.promptTokens()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{'error':'no','error_type':'Backend'}", "[1]", "[[1]", "[[[1]]]"})
  void whatIsNoAnswerIsUnusable(String body) {
    assertThat(EmbedAnswer.decode(json(body))).isInstanceOf(EmbeddingsAnswer.Unusable.class);
  }

  @Test
  void infoTellsModelAndLimits() {
    var info =
        ServerInfo.decode(
                json(
                    "{'model_id':'org/m','model_sha':'abc','max_input_length':512,"
                        + "'max_client_batch_size':32,'version':'1.8.2','docker_label':null}"))
            .orElseThrow();
    assertThat(info.modelSha()).contains("abc");
    assertThat(info.maxInputLength()).hasValue(512);
    assertThat(info.maxClientBatchSize()).hasValue(32);
    assertThat(info.version()).contains("1.8.2");
    assertThat(info.spellings()).containsExactlyInAnyOrder("org/m", "m");
    var local = ServerInfo.decode(json("{'model_id':'/data/m','model_sha':null}")).orElseThrow();
    assertThat(local.modelSha()).isEmpty();
    assertThat(local.spellings()).containsExactlyInAnyOrder("/data/m", "m");
    var renamed =
        ServerInfo.decode(json("{'model_id':'m','served_model_name':'best'}")).orElseThrow();
    assertThat(renamed.spellings()).containsExactlyInAnyOrder("m", "best");
    assertThat(local.maxInputLength()).isEmpty();
    assertThat(ServerInfo.decode(json("{'status':'ok'}"))).isEmpty();
  }

  @Test
  void tokensAreCountedForEachText() {
    assertThat(Tokens.decode(json("[[{'id':1},{'id':2}],[]]"))).contains(List.of(2, 0));
    assertThat(Tokens.decode(json("[1]"))).isEmpty();
    assertThat(Tokens.decode(json("{}"))).isEmpty();
    assertThat(new String(Tokens.ask(List.of("a", "b"), false), UTF_8).replace('"', '\''))
        .isEqualTo("{'inputs':['a','b'],'add_special_tokens':false}");
  }
}
