package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.it.standin.Encoders.Build;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.rerank.RerankAnswer;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Embeddings and reranking as our own readers see them.
final class CloudEmbeddingsTest extends StandInTests {
  private static final String[] TEXTS = {"a small boat", "the ferry leaves at seven", "tax law"};

  @ParameterizedTest
  @CsvSource({
    "harbour, FULL, Harbour, true, true",
    "quay, FULL, Quay, false, true",
    "lantern, SMALL, '', true, false",
  })
  void vectorsAreTheEncodersOwn(
      String provider, Build build, String display, boolean index, boolean usage) {
    var reply = embed(provider, TEXTS);
    var json = reply.json();

    assertThat(reply.status()).isEqualTo(200);
    var answer = EmbeddingsAnswer.decode(reply.body(), asked(3));
    assertThat(answer).isInstanceOf(EmbeddingsAnswer.Embedded.class);
    var embedded = (EmbeddingsAnswer.Embedded) answer;
    var expected = encoders().embed(build, List.of(TEXTS));
    for (int i = 0; i < TEXTS.length; i++) {
      assertThat(embedded.vectors().get(i)).containsExactly(expected.get(i));
    }
    assertThat(embedded.model()).hasValue("sentence-transformers/all-MiniLM-L6-v2");
    assertThat(embedded.promptTokens().isPresent()).isEqualTo(usage);
    assertThat(json.path("provider").asString("")).isEqualTo(display);
    assertThat(json.path("data").path(0).has("index")).isEqualTo(index);
    assertThat(json.path("data").path(0).path("embedding").isString())
        .isEqualTo(!provider.equals("quay"));
    assertThat(json.path("id").asString()).startsWith("gen-emb-");
  }

  @Test
  void withoutAPinProvidersTakeTurns() {
    var models = new HashSet<String>();
    for (int i = 0; i < 3; i++) {
      var body = Json.of("model", MINILM, "input", "a boat");
      models.add(post("/embeddings", body).json().path("provider").asString("nobody told"));
    }

    assertThat(models).containsExactlyInAnyOrder("Harbour", "Quay", "nobody told");
  }

  @Test
  void aPinThatNobodyMeetsIsRefused() {
    var reply = embed("elsewhere", "a boat");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().path("error").path("metadata").path("error_type").asString())
        .isEqualTo("not_found");
    assertThat(reply.json().path("error").path("availability").path("code").asString())
        .isEqualTo("constraint_filtered");
  }

  @Test
  void tagsPinAndOrderLeads() {
    assertThat(embed("harbour/fp32", "a").json().path("provider").asString()).isEqualTo("Harbour");
    var order =
        Json.of("model", MINILM, "input", "a", "provider", Json.of("order", new String[] {"quay"}));
    for (int i = 0; i < 3; i++) {
      assertThat(post("/embeddings", order).json().path("provider").asString()).isEqualTo("Quay");
    }
  }

  @Test
  void aBrokenProviderIsPassedOverOnlyWhereThatIsAllowed() {
    cloud().set("faults", "{\"kind\": \"unavailable\", \"provider\": \"quay\"}");
    var open =
        Json.of("model", MINILM, "input", "a", "provider", Json.of("order", new String[] {"quay"}));

    assertThat(embed("quay", "a").status()).isEqualTo(503);
    assertThat(post("/embeddings", open).status()).isEqualTo(200);
  }

  @Test
  void overLongTextsAreRefusedByOneAndCutByAnother() {
    var text = "harbour ".repeat(600);

    var refused = embed("harbour", text);
    var cut = embed("lantern", text);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("error").path("metadata").path("error_type").asString())
        .isEqualTo("context_length_exceeded");
    assertThat(cut.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"''", "[]", "[\"a\", \"\"]", "[1, 2, 3]"})
  void whatIsNoTextIsRefused(String input) {
    var body = Json.of("model", MINILM, "input", input.isEmpty() ? "" : Json.tree(input));

    assertThat(post("/embeddings", body).status()).isEqualTo(400);
  }

  @Test
  void rerankingSortsByTheEncodersCosine() {
    var body =
        Json.of(
            "model",
            "shore/scales",
            "query",
            "timetable of the ferries",
            "documents",
            TEXTS,
            "top_n",
            2);

    var reply = post("/rerank", body);

    var answer = RerankAnswer.decode(reply.body());
    assertThat(answer).isInstanceOf(RerankAnswer.Scored.class);
    var scores = ((RerankAnswer.Scored) answer).scores();
    assertThat(scores).hasSize(2);
    assertThat(scores.getFirst().index()).isEqualTo(1);
    assertThat(scores.getFirst().value()).isGreaterThan(scores.getLast().value());
    assertThat(reply.json().path("id").asString()).startsWith("gen-rerank-");
  }

  private static EmbeddingsAnswer.Asked asked(int texts) {
    return new EmbeddingsAnswer.Asked(texts, OptionalInt.of(384));
  }
}
