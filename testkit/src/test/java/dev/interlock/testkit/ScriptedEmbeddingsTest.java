package dev.interlock.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.wire.openai.EmbeddingsAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ScriptedEmbeddingsTest {
  private final ScriptedEmbeddings engine = ScriptedEmbeddings.start(Scripts.hashing(4));
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.shutdownNow();
    engine.close();
  }

  @Test
  void bothEncodingsGiveTheFunctionsVectors() throws Exception {
    for (String encoding : List.of("float", "base64")) {
      var answer = embed("\"encoding_format\":\"%s\",\"input\":[\"a\",\"b\"]".formatted(encoding));
      assertThat(answer.vectors().get(0)).isEqualTo(VectorFunction.hashing(4).vector("a"));
      assertThat(answer.vectors().get(1)).isEqualTo(VectorFunction.hashing(4).vector("b"));
      assertThat(answer.model()).contains("m");
      assertThat(answer.promptTokens()).hasValue(2);
    }
  }

  @Test
  void dimensionsShorten() throws Exception {
    assertThat(embed("\"dimensions\":2,\"input\":\"a\"").vectors().getFirst()).hasSize(2);
    engine.answering(Scripts.ofFixedWidth(VectorFunction.hashing(16)));
    assertThat(embed("\"dimensions\":2,\"input\":\"a\"").vectors().getFirst()).hasSize(16);
  }

  @Test
  void whatCameIsKept() throws Exception {
    embed("\"input\":[\"a\",\"b\"]");
    embed("\"input\":\"c\"");
    assertThat(engine.texts()).containsExactly("a", "b", "c");
    assertThat(engine.textsBeyond(Set.of("a", "c"))).containsExactly("b");
    var request = engine.requests().get(1);
    assertThat(request.number()).isEqualTo(2);
    assertThat(request.path()).isEqualTo("/v1/embeddings");
    assertThat(request.headers()).containsEntry("x-test", "1");
    assertThat(request.json()).isEqualTo("{\"model\":\"m\",\"input\":\"c\"}");
    engine.forget();
    assertThat(engine.requests()).isEmpty();
  }

  @Test
  void scriptsRefuseAsTold() throws Exception {
    engine.answering(
        Scripts.hashing(4)
            .refusingMoreThan(2, 413)
            .refusingLongerThan(3, 422)
            .exceptForText("poison"::equals, Reply.status(500, "NaN")));
    assertThat(post("\"input\":[\"a\",\"b\",\"c\"]").statusCode()).isEqualTo(413);
    assertThat(post("\"input\":\"a b c d\"").statusCode()).isEqualTo(422);
    assertThat(post("\"input\":[\"a\",\"poison\"]").statusCode()).isEqualTo(500);
    assertThat(post("\"input\":[\"a\",\"a b c\"]").statusCode()).isEqualTo(200);
    assertThat(post("\"input\":\"\\ud83d\"").statusCode()).isEqualTo(400);
  }

  @Test
  void heldRequestsOverlapAndAreCounted() throws Exception {
    var gate = new CompletableFuture<Void>();
    engine.answering(request -> new Reply.Held(gate, Scripts.hashing(4).answer(request)));
    var first = http.sendAsync(request("\"input\":\"a\""), BodyHandlers.ofString());
    var second = http.sendAsync(request("\"input\":\"b\""), BodyHandlers.ofString());
    engine.awaitRequests(2);
    assertThat(engine.peakParallel()).isEqualTo(2);
    gate.complete(null);
    assertThat(first.get().statusCode()).isEqualTo(200);
    assertThat(second.get().statusCode()).isEqualTo(200);
    post("\"input\":\"c\"");
    assertThat(engine.requests().getLast().parallel()).isEqualTo(1);
  }

  @Test
  void dropAndCutBreakTheConnection() {
    engine.answering(Scripts.always(new Reply.Drop()));
    assertThatThrownBy(() -> post("\"input\":\"a\"")).isInstanceOf(IOException.class);
    engine.answering(Scripts.always(new Reply.Cut("{\"data\":[]}", 3)));
    assertThatThrownBy(() -> post("\"input\":\"a\"")).isInstanceOf(IOException.class);
    assertThat(engine.abandoned()).isZero();
  }

  @Test
  void callerThatLeavesIsCounted() {
    engine.answering(Scripts.always(new Reply.Hang()));
    var call = http.sendAsync(request("\"input\":\"a\""), BodyHandlers.ofString());
    engine.awaitRequests(1);
    call.cancel(true);
    engine.awaitAbandoned(1);
    assertThat(engine.abandoned()).isEqualTo(1);
  }

  @Test
  void stoppedEngineRefusesAndComesBackOnItsPort() throws Exception {
    var url = engine.url();
    engine.stop();
    assertThatThrownBy(() -> post("\"input\":\"a\"")).isInstanceOf(IOException.class);
    engine.startAgain();
    assertThat(engine.url()).isEqualTo(url);
    assertThat(post("\"input\":\"a\"").statusCode()).isEqualTo(200);
    engine.restartOnSamePort();
    assertThat(post("\"input\":\"a\"").statusCode()).isEqualTo(200);
    assertThat(engine.requests()).hasSize(2);
  }

  @Test
  void failingScriptIsA500() throws Exception {
    engine.answering(
        _ -> {
          throw new IllegalStateException("planted");
        });
    assertThat(post("\"input\":\"a\"").statusCode()).isEqualTo(500);
  }

  private EmbeddingsAnswer.Embedded embed(String fields) throws Exception {
    var answer =
        EmbeddingsAnswer.decode(
            post(fields).body().getBytes(UTF_8),
            new EmbeddingsAnswer.Asked(1, OptionalInt.empty()));
    assertThat(answer).isInstanceOf(EmbeddingsAnswer.Embedded.class);
    return (EmbeddingsAnswer.Embedded) answer;
  }

  private HttpResponse<String> post(String fields) throws IOException, InterruptedException {
    return http.send(request(fields), BodyHandlers.ofString());
  }

  private HttpRequest request(String fields) {
    return HttpRequest.newBuilder(URI.create(engine.url() + "/embeddings"))
        .version(HttpClient.Version.HTTP_1_1)
        .header("x-test", "1")
        .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",%s}".formatted(fields)))
        .build();
  }
}
