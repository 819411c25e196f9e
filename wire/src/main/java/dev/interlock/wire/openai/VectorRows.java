package dev.interlock.wire.openai;

import dev.interlock.core.embed.Fault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Vectors as JSON numbers, in any dialect. A `null` component is NaN, one beyond float32 is
/// infinite, a `null` row has width 0 (C13).
///
/// Thread: any, pure.
public final class VectorRows {
  private static final int FIRST_WIDTH = 16;

  private VectorRows() {}

  /// The rows of the array that the parser stands on.
  ///
  /// @throws Unfit if it is no array of rows of numbers
  public static List<float[]> read(JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw unfit("the vectors are no array");
    }
    var rows = new ArrayList<float[]>();
    int width = FIRST_WIDTH;
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      float[] row =
          switch (token) {
            case START_ARRAY -> row(in, in.nextToken(), width);
            case VALUE_NULL -> new float[0];
            default -> throw unfit("a vector is no array of numbers");
          };
      width = Math.max(FIRST_WIDTH, row.length);
      rows.add(row);
    }
    return rows;
  }

  /// The row whose first token the parser stands on.
  ///
  /// @param expected about how wide it will be
  static float[] row(JsonParser in, JsonToken first, int expected) {
    var row = new float[expected];
    int width = 0;
    for (JsonToken token = first; token != JsonToken.END_ARRAY; token = in.nextToken()) {
      if (width == row.length) {
        row = Arrays.copyOf(row, 2 * width);
      }
      row[width++] = component(in, token);
    }
    return Arrays.copyOf(row, width);
  }

  /// Through double, so that 1e39 becomes infinite and is refused as such (C17).
  private static float component(JsonParser in, JsonToken token) {
    if (token == JsonToken.VALUE_NULL) {
      return Float.NaN;
    }
    if (!token.isNumeric()) {
      throw unfit("a component of an `embedding` is no number");
    }
    return (float) in.getDoubleValue();
  }

  private static Unfit unfit(String message) {
    return new Unfit(Fault.INVALID_RESPONSE, message);
  }
}
