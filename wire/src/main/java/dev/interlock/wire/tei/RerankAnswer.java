package dev.interlock.wire.tei;

import dev.interlock.core.embed.Fault;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.Unfit;
import dev.interlock.wire.rerank.RerankAnswer.Scored;
import dev.interlock.wire.rerank.ScoreRows;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the bare array of `/rerank`: indexes and scores, no model, no usage.
public final class RerankAnswer {
  private RerankAnswer() {}

  /// Reads the body of a 200. Never throws for what an engine can send.
  public static dev.interlock.wire.rerank.RerankAnswer decode(byte[] body) {
    return dev.interlock.wire.rerank.RerankAnswer.read(body, RerankAnswer::read);
  }

  private static dev.interlock.wire.rerank.RerankAnswer read(JsonParser in) {
    if (in.nextToken() == JsonToken.START_OBJECT) {
      throw new Unfit(
          Fault.INVALID_RESPONSE, "an object instead of scores: " + ErrorBody.message(in));
    }
    return new Scored(ScoreRows.read(in, "score"), Optional.empty(), OptionalLong.empty());
  }
}
