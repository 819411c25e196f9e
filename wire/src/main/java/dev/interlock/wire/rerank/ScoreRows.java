package dev.interlock.wire.rerank;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.rerank.Score;
import dev.interlock.wire.openai.Unfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads a list of indexes with their scores, as all dialects have it under other names.
///
/// Thread: any, pure.
public final class ScoreRows {
  private ScoreRows() {}

  /// Reads the array that the parser stands on, in its own order.
  ///
  /// @param scoreField what the score is called
  /// @throws Unfit if it is no such list
  public static List<Score> read(JsonParser in, String scoreField) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw unfit("the answer has something else than a list of scores");
    }
    var scores = new ArrayList<Score>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      scores.add(item(in, scoreField));
    }
    return scores;
  }

  private static Score item(JsonParser in, String scoreField) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw unfit("a result is no object");
    }
    var index = OptionalInt.empty();
    Optional<Double> score = Optional.empty();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      if (field.equals("index")) {
        index = OptionalInt.of(index(in));
      } else if (field.equals(scoreField)) {
        score = Optional.of(score(in));
      } else {
        in.skipChildren();
      }
    }
    return new Score(
        index.orElseThrow(() -> unfit("a result has no `index`")),
        score.orElseThrow(() -> unfit("a result has no `%s`".formatted(scoreField))));
  }

  private static int index(JsonParser in) {
    double index = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
    if (!(index >= 0 && index <= Integer.MAX_VALUE && index == Math.rint(index))) {
      throw unfit("an `index` is no whole number of 0 or more");
    }
    return (int) index;
  }

  private static double score(JsonParser in) {
    return switch (in.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_NULL -> Double.NaN;
      default -> throw unfit("a score is no number");
    };
  }

  private static Unfit unfit(String message) {
    return new Unfit(Fault.INVALID_RESPONSE, message);
  }
}
