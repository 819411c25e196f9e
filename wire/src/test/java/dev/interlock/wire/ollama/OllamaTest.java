package dev.interlock.wire.ollama;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OllamaTest {
  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(UTF_8);
  }

  private static EmbeddingsAnswer.Embedded embedded(String text) {
    return (EmbeddingsAnswer.Embedded) EmbedAnswer.decode(json(text));
  }

  @Test
  void callForbidsTheCutAndLeavesLoadingAlone() {
    var call = new EmbedCall("m:1", List.of("a", "b"), OptionalInt.of(64));
    assertThat(new String(call.encode(), UTF_8).replace('"', '\''))
        .isEqualTo("{'model':'m:1','input':['a','b'],'truncate':false,'dimensions':64}");
  }

  @Test
  @DisplayName("C92: half a character is not sent")
  void halfCharacterIsRefused() {
    assertThatThrownBy(() -> new EmbedCall("m", List.of("a\ud83d"), OptionalInt.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text 0");
  }

  @Test
  void answerIsReadInOrder() {
    var answer =
        embedded(
            "{'model':'m:1','embeddings':[[1,2],[3,null]],'load_duration':12,"
                + "'prompt_eval_count':7}");
    assertThat(answer.vectors()).hasSize(2);
    assertThat(answer.vectors().getFirst()).containsExactly(1, 2);
    assertThat(answer.vectors().getLast()[1]).isNaN();
    assertThat(answer.model()).contains("m:1");
    assertThat(answer.promptTokens()).hasValue(7);
  }

  @Test
  void leftOutCountIsNoZero() {
    assertThat(embedded("{'model':'m','embeddings':[[1]]}").promptTokens()).isEmpty();
    assertThat(embedded("{'embeddings':[[1]],'prompt_eval_count':0}").promptTokens()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{'error':'runner died'}",
        "{'embeddings':{}}",
        "{'embeddings':[1]}",
        "{'embeddings':[['a']]}",
        "{'embeddings':[[1]",
        "",
        "words"
      })
  void whatIsNoAnswerIsUnusable(String body) {
    assertThat(EmbedAnswer.decode(json(body)))
        .isInstanceOfSatisfying(
            EmbeddingsAnswer.Unusable.class,
            unusable -> assertThat(unusable.fault()).isEqualTo(Fault.INVALID_RESPONSE));
  }

  @ParameterizedTest
  @CsvSource({
    "nomic,           true",
    "nomic:latest,    true",
    "qwen:4b,         true",
    "qwen,            false",
    "nomic:v1,        false",
    "host:80/x/m,     true",
    "host:80/x/m:1,   false"
  })
  void nameWithoutTagMeansLatest(String name, boolean found) {
    var tags =
        Tags.decode(
                json(
                    "{'models':[{'name':'nomic:latest','digest':'d'},{'name':'qwen:4b'},"
                        + "{'name':'host:80/x/m:latest'}]}"))
            .orElseThrow();
    assertThat(tags.named(name).isPresent()).isEqualTo(found);
  }

  @Test
  @DisplayName("A2: a model that only points to another host says where")
  void remoteModelSaysWhere() {
    var tags =
        Tags.decode(
                json(
                    "{'models':[{'name':'a:cloud','remote_host':'https://ollama.com:443',"
                        + "'remote_model':'a'},{'name':'b:1','remote_host':''}]}"))
            .orElseThrow();
    assertThat(tags.named("a:cloud").orElseThrow().remote())
        .contains("https://ollama.com:443 as a");
    assertThat(tags.named("b:1").orElseThrow().remote()).isEmpty();
  }

  @Test
  void shownTellsBothContexts() {
    var shown =
        Shown.decode(
                json(
                    "{'parameters':'stop x\\nnum_ctx     8192','model_info':"
                        + "{'general.architecture':'bert','bert.context_length':512}}"))
            .orElseThrow();
    assertThat(shown.contextLength()).hasValue(512);
    assertThat(shown.numCtx()).hasValue(8192);
    assertThat(shown.remote()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "{}", "{'models':{}}", "[1]"})
  void whatIsNoListIsNone(String body) {
    assertThat(Tags.decode(json(body))).isEmpty();
  }
}
