package dev.interlock.wire.relay;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON that may hold a key: the buffers in which it is read and written are never used again, so
/// none outlives its document.
///
/// Thread: any.
final class SecretJson {
  private static final int MOST_BYTES = 32 << 20;
  private static final int MOST_DEPTH = 16;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_DEPTH)
                  .maxStringLength(MOST_BYTES)
                  .build())
          .build();
  private static final JsonMapper TREES = JsonMapper.builder(FACTORY).build();

  private SecretJson() {}

  static byte[] object(Consumer<JsonGenerator> content) {
    var bytes = new Wiped();
    try (var out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      content.accept(out);
      out.writeEndObject();
    }
    return bytes.take();
  }

  /// @throws JacksonException if it is no JSON
  static JsonNode tree(byte[] body) {
    return TREES.readTree(body);
  }

  /// Overwrites its own array once it has given a copy.
  private static final class Wiped extends ByteArrayOutputStream {
    byte[] take() {
      var taken = toByteArray();
      Arrays.fill(buf, (byte) 0);
      return taken;
    }
  }
}
