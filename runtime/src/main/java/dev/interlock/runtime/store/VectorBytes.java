package dev.interlock.runtime.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Vectors as little-endian float32, one after another, without a header.
final class VectorBytes {
  private VectorBytes() {}

  /// The bytes of vectors of one width, bit by bit.
  static byte[] of(List<float[]> vectors) {
    int components = vectors.stream().mapToInt(v -> v.length).sum();
    var bytes =
        ByteBuffer.allocate(Math.multiplyExact(components, Float.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (var vector : vectors) {
      for (float component : vector) {
        bytes.putInt(Float.floatToRawIntBits(component));
      }
    }
    return bytes.array();
  }

  /// The vectors of that width.
  ///
  /// @throws IllegalArgumentException if the bytes are not a whole number of them
  static List<float[]> read(byte[] bytes, int width) {
    if (width < 1 || bytes.length % (width * Float.BYTES) != 0) {
      throw new IllegalArgumentException(
          "%d bytes are no vectors of width %d".formatted(bytes.length, width));
    }
    var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    var vectors = new ArrayList<float[]>();
    while (buffer.hasRemaining()) {
      var vector = new float[width];
      for (int i = 0; i < width; i++) {
        vector[i] = Float.intBitsToFloat(buffer.getInt());
      }
      vectors.add(vector);
    }
    return vectors;
  }
}
