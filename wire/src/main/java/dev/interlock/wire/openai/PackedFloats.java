package dev.interlock.wire.openai;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Float32 components as little-endian bytes: the payload inside base64.
///
/// Thread: any, pure.
final class PackedFloats {
  private PackedFloats() {}

  /// The components of the bytes, bit for bit.
  ///
  /// @throws IllegalArgumentException if the number of bytes is no multiple of 4
  static float[] unpack(byte[] bytes) {
    if (bytes.length % Float.BYTES != 0) {
      throw new IllegalArgumentException(bytes.length + " bytes are no row of 4-byte floats");
    }
    var vector = new float[bytes.length / Float.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
    return vector;
  }

  /// The bytes of the components.
  static byte[] pack(float[] vector) {
    var bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(vector);
    return bytes.array();
  }
}
