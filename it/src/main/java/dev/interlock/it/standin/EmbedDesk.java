package dev.interlock.it.standin;

import dev.interlock.it.standin.Provider.Habit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `POST /embeddings` (wire-formats §2.6). Thread: any; blocks while it embeds.
final class EmbedDesk {
  /// Tokens at which a provider that cuts does so.
  static final int CUT = 128;

  private static final int SPECIALS = 2;
  private static final int MOST_TEXTS = 2_048;

  private final Plant plant;

  EmbedDesk(Plant plant) {
    this.plant = plant;
  }

  List<Act> serve(Order order) {
    var asked = texts(order.body().path("input"));
    if (asked.isEmpty()) {
      return Refusal.of(400, "invalid_request", "input must be a text or a list of texts").acts();
    }
    var texts = order.provider().has(Habit.CUTS) ? cut(asked) : asked;
    int longest = texts.stream().mapToInt(plant.encoders::tokens).max().orElse(0);
    if (longest > Encoders.MAX_TOKENS) {
      return tooLong(longest).acts();
    }
    long tokens = texts.stream().mapToInt(t -> plant.encoders.tokens(t) + SPECIALS).sum();
    var line = plant.line(order, tokens, 0);
    var refused = plant.wallet.refusal(line.nanos(), 0);
    if (refused.isPresent()) {
      return refused.get().acts();
    }
    var pace = plant.pace(order.provider());
    long doneAt = pace.doneAtNanos(texts.size());
    var embedded = plant.stack(order.provider()).embed(texts);
    plant.served.embedded(order.provider().slug(), asked, embedded.drifted());
    plant.bill.put(line);
    var body = Json.bytes(answer(order, embedded.vectors(), line));
    return List.of(pace.until(doneAt), new Act.Whole(200, headers(order), body));
  }

  /// Only some embedding endpoints tell the id in a header; all tell it in the body.
  private static Map<String, String> headers(Order order) {
    return order.provider() == Provider.HARBOUR ? order.headers() : Map.of();
  }

  private static Map<String, Object> answer(Order order, List<float[]> vectors, Bill.Line line) {
    var data = new ArrayList<Map<String, Object>>();
    boolean packed =
        order.body().path("encoding_format").asString("float").equals("base64")
            && !order.provider().has(Habit.NO_BASE64);
    for (int i = 0; i < vectors.size() && !order.empty(); i++) {
      data.add(
          Json.of(
              "object",
              "embedding",
              "embedding",
              packed ? packed(vectors.get(i)) : vectors.get(i),
              "index",
              order.provider().has(Habit.NO_INDEX) ? Optional.empty() : i));
    }
    return Json.of(
        "object",
        "list",
        "data",
        data,
        "model",
        order.saidModel(order.model().upstream()),
        "usage",
        order.provider().has(Habit.NO_USAGE) ? Optional.empty() : Plant.usage(line),
        "provider",
        order.saidProvider(),
        "id",
        order.id());
  }

  /// Little-endian float32 in base64.
  static String packed(float[] vector) {
    var bytes = ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /// The texts of an `input`; none where it holds no text, as a list of tokens does not.
  static List<String> texts(JsonNode input) {
    if (input.isString()) {
      return input.asString().isEmpty() ? List.of() : List.of(input.asString());
    }
    var texts =
        input
            .valueStream()
            .map(item -> item.isObject() ? Words.content(item.path("content")) : item.asString(""))
            .toList();
    boolean whole = texts.stream().noneMatch(String::isEmpty) && texts.size() <= MOST_TEXTS;
    return whole && input.valueStream().noneMatch(JsonNode::isNumber) ? texts : List.of();
  }

  private List<String> cut(List<String> texts) {
    return texts.stream().map(this::cut).toList();
  }

  private String cut(String text) {
    var cut = text;
    while (plant.encoders.tokens(cut) > CUT) {
      cut = cut.substring(0, Math.max(1, cut.length() * 9 / 10));
    }
    return cut;
  }

  private static Refusal tooLong(int tokens) {
    return Refusal.of(
        400,
        "context_length_exceeded",
        "This model's maximum context length is %d tokens, however you requested %d tokens"
            .formatted(Encoders.MAX_TOKENS + SPECIALS, tokens + SPECIALS));
  }
}
