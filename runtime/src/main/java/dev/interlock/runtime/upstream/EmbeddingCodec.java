package dev.interlock.runtime.upstream;

import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.Dialect;
import dev.interlock.wire.ollama.EmbedAnswer;
import dev.interlock.wire.ollama.EmbedCall;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import dev.interlock.wire.openai.EmbeddingsAnswer.Asked;
import dev.interlock.wire.openai.EmbeddingsRequest;

/// How one dialect asks for embeddings, answers and refuses.
///
/// Thread: any, pure.
record EmbeddingCodec(Dialect dialect) {
  private static final int SERVER_ERROR = 500;

  /// Where the call goes at this endpoint.
  String path(Endpoint endpoint) {
    return switch (dialect) {
      case OLLAMA -> endpoint.below("/api/embed");
      case TEI -> endpoint.below("/embed");
      case OPENAI, LMSTUDIO -> endpoint.openAi("/embeddings");
      case LLAMACPP, VLLM -> endpoint.below("/v1/embeddings");
    };
  }

  /// The body of the call.
  ///
  /// @throws IllegalArgumentException if a text can't be sent
  byte[] encode(Endpoint endpoint, EmbedRequest request) {
    return switch (dialect) {
      case OLLAMA -> new EmbedCall(endpoint.model(), request.texts(), request.dimension()).encode();
      case TEI ->
          new dev.interlock.wire.tei.EmbedCall(request.texts(), request.dimension()).encode();
      case OPENAI, LLAMACPP, VLLM, LMSTUDIO ->
          new EmbeddingsRequest(
                  endpoint.model(), request.texts(), request.dimension(), endpoint.pin())
              .encode();
    };
  }

  /// Reads the body of a 200.
  EmbeddingsAnswer decode(byte[] body, Asked asked) {
    return switch (dialect) {
      case OLLAMA -> EmbedAnswer.decode(body);
      case TEI -> dev.interlock.wire.tei.EmbedAnswer.decode(body);
      case OPENAI, LLAMACPP, VLLM, LMSTUDIO -> EmbeddingsAnswer.decode(body, asked);
    };
  }

  /// Whose fault another status is. llama.cpp answers 500 for a text that is too long and for a
  /// server that was not started to embed: neither is a failure of the engine.
  ///
  /// @param words the engine's own words
  Fault fault(int status, String words) {
    if (OverLong.says(status, words)) {
      return Fault.TOO_LONG;
    }
    if (dialect == Dialect.LLAMACPP && status >= SERVER_ERROR && words.contains("not support")) {
      return Fault.DENIED;
    }
    return Endings.fault(status);
  }
}
