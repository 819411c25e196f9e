package dev.interlock.runtime.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.embed.EmbedOutcome.Traffic;
import dev.interlock.core.profile.Fault;
import dev.interlock.core.route.Dialect;
import dev.interlock.runtime.upstream.Result.Phase;
import io.vertx.core.http.HttpClosedException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class RerankCodecTest {
  @ParameterizedTest
  @CsvSource({
    "OPENAI,   http://h:1,        /v1/rerank",
    "OPENAI,   http://h:1/v1/,    /v1/rerank",
    "OPENAI,   http://h:1/jina,   /jina/rerank",
    "VLLM,     http://h:1/gpu,    /gpu/v1/rerank",
    "LLAMACPP, http://h:1/v1,     /v1/rerank",
    "TEI,      http://h:1,        /rerank",
    "TEI,      http://h:1/v1,     /rerank"
  })
  void addressMayEndInV1OrNot(Dialect dialect, String base, String path) {
    var endpoint = Endpoint.of(URI.create(base), "m");
    assertThat(new RerankCodec(dialect).path(endpoint)).isEqualTo(path);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dialect.class,
      names = {"OLLAMA", "LMSTUDIO"})
  void otherDialectsHaveNoWay(Dialect dialect) {
    assertThatThrownBy(() -> new RerankCodec(dialect))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not rerank");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LLAMACPP | 500 | input (602 tokens) is too large to process. increase the physical batch"
            + " size | OVERFLOW | 400",
        "LLAMACPP | 400 | the request exceeds the available context size | OVERFLOW | 400",
        "LLAMACPP | 501 | This server does not support reranking. Start it with `--reranking` |"
            + " DENIED | 502",
        "LLAMACPP | 500 | something else | ERROR | 502",
        "LLAMACPP | 503 | Loading model | UNAVAILABLE | 503",
        "VLLM     | 400 | This model's maximum context length is 512 tokens. | OVERFLOW | 400",
        "VLLM     | 404 | The model `x` does not exist. | DENIED | 502",
        "TEI      | 413 | `inputs` must have less than 512 tokens. Given: 600 | OVERFLOW | 400",
        "TEI      | 422 | `inputs` must have less than 512 tokens. Given: 600 | OVERFLOW | 400",
        "TEI      | 422 | batch size 33 > maximum allowed batch size 32 | DENIED | 502",
        "TEI      | 424 | model is not a re-ranker model | DENIED | 502",
        "TEI      | 429 | Model is overloaded | BUSY | 429",
        "OPENAI   | 402 | no money | OUT_OF_CREDIT | 402",
        "OPENAI   | 400 | no such field | REFUSED | 400"
      })
  @DisplayName("B7: whose fault a refusal is follows from dialect, status and words")
  void refusals(Dialect dialect, int status, String words, Fault fault, int told) {
    var body = "{\"error\":{\"message\":\"%s\"}}".formatted(words);
    var refusal = new RerankCodec(dialect).refusal(status, body.getBytes(UTF_8));
    assertThat(refusal.fault()).isEqualTo(fault);
    assertThat(refusal.status()).isEqualTo(told);
    assertThat(refusal.message()).startsWith(words);
  }

  @Test
  @DisplayName("B7: a llama-server that was not started for it is told with the way out")
  void notStartedForIt() {
    var refusal = new RerankCodec(Dialect.LLAMACPP).refusal(501, new byte[0]);
    assertThat(refusal.message()).contains("start llama-server with --reranking");
  }

  @Test
  @DisplayName("B7: llama.cpp's mark of a document that it could not read is no score")
  void unreadDocument() {
    var body =
        "{\"model\":\"m\",\"results\":[{\"index\":0,\"relevance_score\":2.5},"
            + "{\"index\":1,\"relevance_score\":-1e6}]}";
    assertThat(failure(Dialect.LLAMACPP, came(200, body)).failure().words())
        .contains("could not score document 1");
    assertThat(outcome(Dialect.OPENAI, came(200, body))).isInstanceOf(RerankOutcome.Scored.class);
  }

  @Test
  @DisplayName("B7: what is no answer is a failure of the engine, whatever its status says")
  void noAnswer() {
    var failed = failure(Dialect.TEI, came(200, "{\"error\":\"overloaded\"}"));
    assertThat(failed.failure().fault()).isEqualTo(Fault.INVALID_RESPONSE);
    assertThat(failed.failure().words()).contains("overloaded");
    assertThat(failed.status()).hasValue(200);
  }

  @Test
  @DisplayName("an engine that asks for time is told with how long")
  void retryAfter() {
    var busy =
        new Result.Came(
            new Head(429, Optional.of("7"), Optional.empty(), Optional.empty(), HostKey.NONE),
            new byte[0]);
    assertThat(failure(Dialect.OPENAI, busy).failure().asked()).hasValue(Duration.ofSeconds(7));
  }

  @Test
  @DisplayName("how a call broke is told as chats tell it")
  void broken() {
    var gone = new Result.Broke(Phase.CONNECTING, new UnknownHostException("h"));
    var reset = new Result.Broke(Phase.WAITING, new HttpClosedException("closed"));
    assertThat(fault(gone)).isEqualTo(Fault.UNKNOWN_HOST);
    assertThat(fault(reset)).isEqualTo(Fault.RESET);
    assertThat(fault(new Result.Broke(Phase.READING, new RuntimeException())))
        .isEqualTo(Fault.CLOSED);
    assertThat(fault(new Result.Late(Phase.CONNECTING, 7))).isEqualTo(Fault.UNREACHABLE);
    assertThat(fault(new Result.Late(Phase.READING, 7))).isEqualTo(Fault.TIMEOUT);
    assertThat(fault(new Result.TooLarge(7))).isEqualTo(Fault.INVALID_RESPONSE);
  }

  private static Fault fault(Result result) {
    return failure(Dialect.OPENAI, result).failure().fault();
  }

  private static RerankOutcome.Failed failure(Dialect dialect, Result result) {
    return switch (outcome(dialect, result)) {
      case RerankOutcome.Failed failed -> failed;
      case RerankOutcome.Scored scored -> throw new AssertionError(scored.scores());
    };
  }

  private static RerankOutcome outcome(Dialect dialect, Result result) {
    return RerankClient.outcome(new RerankCodec(dialect), result, Traffic.NONE);
  }

  private static Result came(int status, String body) {
    return new Result.Came(
        new Head(status, Optional.empty(), Optional.empty(), Optional.empty(), HostKey.NONE),
        body.getBytes(UTF_8));
  }
}
