package dev.interlock.wire.rerank;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.rerank.Score;
import dev.interlock.wire.openai.ErrorBody;
import dev.interlock.wire.openai.Unfit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one rerank answer, once.
final class AnswerReader {
  private final JsonParser in;
  private Optional<List<Score>> results = Optional.empty();
  private Optional<String> model = Optional.empty();
  private OptionalLong promptTokens = OptionalLong.empty();

  AnswerReader(JsonParser in) {
    this.in = in;
  }

  RerankAnswer read() {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw unfit("the answer is no JSON object");
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      readField(field);
    }
    var scores = results.orElseThrow(() -> unfit("the answer has no list `results`"));
    return new RerankAnswer.Scored(scores, model, promptTokens);
  }

  private void readField(String field) {
    switch (field) {
      case "results" -> readResults();
      case "error" -> readError();
      case "model" -> model = readModel();
      case "usage" -> readUsage();
      default -> in.skipChildren();
    }
  }

  private void readResults() {
    if (results.isPresent()) {
      throw unfit("the answer has `results` twice");
    }
    results = Optional.of(ScoreRows.read(in, "relevance_score"));
  }

  private void readError() {
    if (in.currentToken() != JsonToken.VALUE_NULL) {
      throw unfit("an error inside a 200: " + ErrorBody.message(in));
    }
  }

  private Optional<String> readModel() {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return Optional.of(in.getString()).filter(name -> !name.isEmpty());
    }
    in.skipChildren();
    return Optional.empty();
  }

  private void readUsage() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    var total = OptionalLong.empty();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "prompt_tokens" -> promptTokens = readCount();
        case "total_tokens" -> total = readCount();
        default -> in.skipChildren();
      }
    }
    // A reranker writes none, so all that it counts it has read.
    promptTokens = promptTokens.isPresent() ? promptTokens : total;
  }

  private OptionalLong readCount() {
    double tokens = in.currentToken().isNumeric() ? in.getDoubleValue() : -1;
    in.skipChildren();
    return tokens >= 0 && tokens < 1L << 53 ? OptionalLong.of((long) tokens) : OptionalLong.empty();
  }

  private static Unfit unfit(String message) {
    return new Unfit(Fault.INVALID_RESPONSE, message);
  }
}
