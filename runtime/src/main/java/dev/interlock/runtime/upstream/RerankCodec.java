package dev.interlock.runtime.upstream;

import dev.interlock.core.profile.Fault;
import dev.interlock.core.rerank.Score;
import dev.interlock.core.route.Dialect;
import dev.interlock.wire.chat.UpstreamRefusal;
import dev.interlock.wire.rerank.RerankAnswer;
import dev.interlock.wire.rerank.RerankRequest;
import dev.interlock.wire.tei.RerankCall;
import java.util.List;
import java.util.Optional;

/// How one dialect asks for the ranks of documents, answers and refuses.
///
/// Thread: any, pure.
record RerankCodec(Dialect dialect) {
  private static final int NOT_IMPLEMENTED = 501;

  /// llama.cpp's score of a document whose vector it could not read.
  private static final double UNREAD = -1e6;

  /// @throws IllegalArgumentException if the dialect has no way to rank
  RerankCodec {
    if (!dialect.reranks()) {
      throw new IllegalArgumentException(dialect.word() + " does not rerank");
    }
  }

  /// Where the call goes at this endpoint.
  String path(Endpoint endpoint) {
    return switch (dialect) {
      case TEI -> endpoint.below("/rerank");
      case LLAMACPP, VLLM -> endpoint.below("/v1/rerank");
      case OPENAI, OLLAMA, LMSTUDIO -> endpoint.openAi("/rerank");
    };
  }

  /// The body of the call.
  ///
  /// @throws IllegalArgumentException if a text can't be sent
  byte[] encode(Endpoint endpoint, String query, List<String> documents) {
    return dialect == Dialect.TEI
        ? new RerankCall(query, documents).encode()
        : new RerankRequest(endpoint.model(), query, documents, endpoint.pin()).encode();
  }

  /// Reads the body of a 200.
  RerankAnswer decode(byte[] body) {
    return switch (dialect) {
      case TEI -> dev.interlock.wire.tei.RerankAnswer.decode(body);
      case LLAMACPP -> read(RerankAnswer.decode(body));
      case OPENAI, VLLM, OLLAMA, LMSTUDIO -> RerankAnswer.decode(body);
    };
  }

  private static RerankAnswer read(RerankAnswer answer) {
    return switch (answer) {
      case RerankAnswer.Scored scored ->
          scored.scores().stream()
              .filter(score -> score.value() == UNREAD)
              .findFirst()
              .<RerankAnswer>map(RerankCodec::unread)
              .orElse(scored);
      case RerankAnswer.Unusable unusable -> unusable;
    };
  }

  private static RerankAnswer unread(Score score) {
    return new RerankAnswer.Unusable(
        "the engine could not score document %d".formatted(score.index()));
  }

  /// What another status means. A text that is too long is the caller's own fault whatever the
  /// engine's status; a server that was not started for reranking, or takes fewer documents a call,
  /// is set up otherwise than its route says.
  UpstreamRefusal refusal(int status, byte[] body) {
    var read = UpstreamRefusal.of(status, body);
    if (OverLong.says(status, read.message())) {
      return as(Fault.OVERFLOW, read.message());
    }
    if (dialect == Dialect.LLAMACPP && status == NOT_IMPLEMENTED) {
      return as(Fault.DENIED, read.message() + " (start llama-server with --reranking)");
    }
    if (dialect == Dialect.TEI && read.message().startsWith("batch size")) {
      return as(Fault.DENIED, read.message() + " (see maxBatch of the route)");
    }
    return read;
  }

  private static UpstreamRefusal as(Fault fault, String message) {
    return new UpstreamRefusal(fault, fault.status(), fault.code(), message, Optional.empty());
  }
}
