package dev.interlock.wire.openai;

import dev.interlock.core.embed.Fault;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one embedding answer, once.
final class AnswerReader {
  private static final int NO_INDEX = -1;

  private record Item(int index, float[] vector) {}

  private final JsonParser in;
  private final EmbeddingsAnswer.Asked asked;
  private Optional<List<Item>> data = Optional.empty();
  private Optional<String> model = Optional.empty();
  private OptionalLong promptTokens = OptionalLong.empty();
  private boolean echoed;
  private int lastWidth = 16;

  AnswerReader(JsonParser in, EmbeddingsAnswer.Asked asked) {
    this.in = in;
    this.asked = asked;
  }

  EmbeddingsAnswer read() {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw unfit("the answer is no JSON object");
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      readField(field);
    }
    var items = data.orElseThrow(() -> unfit(withoutData()));
    return new EmbeddingsAnswer.Embedded(inOrder(items), model, promptTokens);
  }

  private void readField(String field) {
    switch (field) {
      case "data" -> readData();
      case "error" -> readError();
      case "model" -> model = readModel();
      case "usage" -> readUsage();
      case "input" -> {
        echoed = true;
        in.skipChildren();
      }
      default -> in.skipChildren();
    }
  }

  private Optional<String> readModel() {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      return Optional.of(in.getString()).filter(name -> !name.isEmpty());
    }
    in.skipChildren();
    return Optional.empty();
  }

  private String withoutData() {
    return echoed
        ? "the answer echoes the request and has no `data`"
        : "the answer has no list `data`";
  }

  private void readError() {
    if (in.currentToken() != JsonToken.VALUE_NULL) {
      throw unfit("an error inside a 200: " + ErrorBody.message(in));
    }
  }

  private void readData() {
    if (data.isPresent()) {
      throw unfit("the answer has `data` twice");
    }
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    var items = new ArrayList<Item>(asked.texts());
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(readItem());
    }
    data = Optional.of(items);
  }

  private Item readItem() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw unfit("an item of `data` is no object");
    }
    int index = NO_INDEX;
    Optional<float[]> vector = Optional.empty();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      in.nextToken();
      switch (field) {
        case "index" -> index = readIndex();
        case "embedding" -> vector = Optional.of(readEmbedding());
        default -> in.skipChildren();
      }
    }
    return new Item(index, vector.orElseThrow(() -> unfit("an item of `data` has no `embedding`")));
  }

  private int readIndex() {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return NO_INDEX;
    }
    double index = in.currentToken().isNumeric() ? in.getDoubleValue() : Double.NaN;
    if (!(index >= 0 && index <= Integer.MAX_VALUE && index == Math.rint(index))) {
      in.skipChildren();
      throw unfit("an `index` is no whole number of 0 or more");
    }
    return (int) index;
  }

  private float[] readEmbedding() {
    float[] vector =
        switch (in.currentToken()) {
          case VALUE_STRING -> unpack(in.getString());
          case VALUE_NULL -> new float[0];
          case START_ARRAY -> readNumbers();
          default -> throw unfit("an `embedding` is neither numbers nor base64");
        };
    lastWidth = Math.max(16, vector.length);
    return vector;
  }

  private float[] unpack(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException broken) {
      throw unfit("an `embedding` is a string, but no base64");
    }
    if (asked.dimension().isPresent() && bytes.length == 8L * asked.dimension().getAsInt()) {
      throw new Unfit(
          Fault.DIMENSION,
          "expected width %d, got %d bytes a vector: packed as float64, or twice the width"
              .formatted(asked.dimension().getAsInt(), bytes.length));
    }
    if (bytes.length % Float.BYTES != 0) {
      throw unfit("an `embedding` has %d bytes, no row of float32".formatted(bytes.length));
    }
    return PackedFloats.unpack(bytes);
  }

  /// llama.cpp's own path nests a pooled vector once more; several rows inside mean one vector a
  /// token, which is no embedding of the text.
  private float[] readNumbers() {
    JsonToken first = in.nextToken();
    if (first != JsonToken.START_ARRAY) {
      return readRow(first);
    }
    float[] row = readRow(in.nextToken());
    if (in.nextToken() != JsonToken.END_ARRAY) {
      throw unfit("an `embedding` has several rows: the engine does not pool");
    }
    return row;
  }

  private float[] readRow(JsonToken first) {
    return VectorRows.row(in, first, lastWidth);
  }

  private void readUsage() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      JsonToken value = in.nextToken();
      if (field.equals("prompt_tokens") && value.isNumeric()) {
        double tokens = in.getDoubleValue();
        promptTokens =
            tokens >= 0 && tokens < 1L << 53
                ? OptionalLong.of((long) tokens)
                : OptionalLong.empty();
      } else {
        in.skipChildren();
      }
    }
  }

  private List<float[]> inOrder(List<Item> items) {
    if (items.stream().allMatch(item -> item.index() == NO_INDEX)) {
      return items.stream().map(Item::vector).toList();
    }
    var vectors = new float[items.size()][];
    var filled = new boolean[items.size()];
    for (var item : items) {
      int index = item.index();
      if (index == NO_INDEX || index >= filled.length || filled[index]) {
        throw disordered(items);
      }
      filled[index] = true;
      vectors[index] = item.vector();
    }
    return List.of(vectors);
  }

  private Unfit disordered(List<Item> items) {
    if (items.size() != asked.texts()) {
      return new Unfit(Fault.COUNT, "%d of %d vectors came".formatted(items.size(), asked.texts()));
    }
    String indexes =
        items.stream()
            .limit(10)
            .map(item -> item.index() == NO_INDEX ? "none" : Integer.toString(item.index()))
            .collect(Collectors.joining(", "));
    return unfit("the indexes %s are not 0 to %d, each once".formatted(indexes, items.size() - 1));
  }

  private static Unfit unfit(String message) {
    return new Unfit(Fault.INVALID_RESPONSE, message);
  }
}
