package dev.interlock.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.stream.Collectors;

/// Scripts of engines that work, and of those that are wrong in a known way.
public final class Scripts {
  private Scripts() {}

  /// An engine with unrelated vectors for unequal texts.
  public static Script hashing(int width) {
    return of(VectorFunction.hashing(width));
  }

  /// An engine whose vectors make a search by words meaningful.
  public static Script bagOfWords(int width) {
    return of(VectorFunction.bagOfWords(width));
  }

  /// An engine that shortens its vectors to `dimensions` where asked; 400 to what is no embedding
  /// call, half characters and empty texts included.
  public static Script of(VectorFunction function) {
    return request ->
        request
            .call()
            .map(
                call ->
                    Reply.vectors(
                        call.inputs().stream()
                            .map(function::vector)
                            .map(
                                v ->
                                    VectorFunction.shortened(v, call.dimensions().orElse(v.length)))
                            .toList()))
            .orElseGet(() -> Reply.status(400, "no embedding call"));
  }

  /// An engine that does not know `dimensions` (C08).
  public static Script ofFixedWidth(VectorFunction function) {
    return request -> Reply.vectors(request.texts().stream().map(function::vector).toList());
  }

  /// An engine that packs base64 as float64 (C10).
  public static Script packingDoubles(VectorFunction function) {
    return request ->
        Reply.json(
            request.texts().stream()
                .map(text -> "{\"embedding\":\"%s\"}".formatted(packed(function.vector(text))))
                .collect(Collectors.joining(",", "{\"data\":[", "]}")));
  }

  /// An engine that sends each request back with a 200 (C21).
  public static Script echo() {
    return request -> Reply.json(request.json());
  }

  /// The same vectors with one field more in each answer, such as a `usage` with a cost.
  public static Script with(Script script, String field, String json) {
    return request ->
        script.answer(request) instanceof Reply.Vectors vectors
            ? vectors.with(field, json)
            : script.answer(request);
  }

  /// The same reply to everything.
  public static Script always(Reply reply) {
    return _ -> reply;
  }

  private static String packed(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float component : vector) {
      bytes.putDouble(component);
    }
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
