package dev.interlock.runtime.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.Dialect;
import java.net.URI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EmbeddingCodecTest {
  @ParameterizedTest
  @CsvSource({
    "OPENAI,   http://h:1/v1,        /v1/embeddings",
    "OPENAI,   http://h:1/v1/,       /v1/embeddings",
    "OPENAI,   http://h:1,           /v1/embeddings",
    "OPENAI,   http://h:1/openai,    /openai/embeddings",
    "LMSTUDIO, http://h:1,           /v1/embeddings",
    "VLLM,     http://h:1,           /v1/embeddings",
    "VLLM,     http://h:1/v1,        /v1/embeddings",
    "VLLM,     http://h:1/gpu,       /gpu/v1/embeddings",
    "LLAMACPP, http://h:1/v1/,       /v1/embeddings",
    "OLLAMA,   http://h:1,           /api/embed",
    "OLLAMA,   http://h:1/v1,        /api/embed",
    "OLLAMA,   http://h:1/ollama/v1, /ollama/api/embed",
    "TEI,      http://h:1/,          /embed",
    "TEI,      http://h:1/v1,        /embed"
  })
  void addressMayEndInV1OrNot(Dialect dialect, String base, String path) {
    var endpoint = Endpoint.of(URI.create(base), "m");
    assertThat(new EmbeddingCodec(dialect).path(endpoint)).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LLAMACPP | 500 | input (602 tokens) is too large to process. increase the physical batch"
            + " size | TOO_LONG",
        "OPENAI   | 500 | input (602 tokens) is too large to process. increase the physical batch"
            + " size | TOO_LONG",
        "LLAMACPP | 400 | the request exceeds the available context size. try increasing it |"
            + " TOO_LONG",
        "LLAMACPP | 500 | This server does not support embeddings. Start it with `--embeddings` |"
            + " DENIED",
        "LLAMACPP | 501 | This server does not support embeddings | DENIED",
        "LLAMACPP | 500 | something else | ENGINE_ERROR",
        "LLAMACPP | 503 | Loading model | BUSY",
        "VLLM     | 400 | This model's maximum context length is 512 tokens. | TOO_LONG",
        "VLLM     | 404 | The model `x` does not exist. | DENIED",
        "VLLM     | 400 | dimensions is not supported | REFUSED",
        "TEI      | 413 | `inputs` must have less than 512 tokens. Given: 600 | TOO_LONG",
        "TEI      | 422 | `inputs` must have less than 512 tokens. Given: 600 | TOO_LONG",
        "TEI      | 422 | batch size 33 > maximum allowed batch size 32 | REFUSED",
        "TEI      | 424 | inference failed | ENGINE_ERROR",
        "TEI      | 429 | Model is overloaded | BUSY",
        "OLLAMA   | 400 | the input length exceeds the context length | TOO_LONG",
        "OLLAMA   | 400 | invalid input type | REFUSED",
        "OLLAMA   | 404 | model \"x\" not found, try pulling it first | DENIED",
        "OLLAMA   | 503 | server busy, please try again.  maximum pending requests exceeded | BUSY",
        "OPENAI   | 400 | This model's maximum context length is 8192 tokens | TOO_LONG"
      })
  @DisplayName("A3: whose fault a refusal is follows from dialect, status and words")
  void refusalsAreTheCallersOrNot(Dialect dialect, int status, String words, Fault fault) {
    assertThat(new EmbeddingCodec(dialect).fault(status, words)).isEqualTo(fault);
  }
}
