package dev.interlock.wire.chat;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.util.BufferRecycler;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.RecyclerPool;

/// The two readers of this package. Numbers and texts are of any length, since the body's own limit
/// bounds them; depth is bounded, though nothing recurses.
///
/// Thread: any; factories are immutable.
final class ChatJson {
  /// Deepest nesting that is read: schemas of tools nest deeper than any message.
  static final int MAX_DEPTH = 500;

  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNumberLength(Integer.MAX_VALUE)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .build();

  /// Events come on event loops, which are few: each keeps its buffers.
  private static final RecyclerPool<BufferRecycler> BUFFERS = JsonRecyclerPools.threadLocalPool();

  private static final JsonFactory STRICT =
      JsonFactory.builder().streamReadConstraints(CONSTRAINTS).recyclerPool(BUFFERS).build();

  /// Bare NaN and Infinity are no JSON, but Python writes them, in log-probabilities too.
  private static final JsonFactory TOLERANT =
      JsonFactory.builder()
          .streamReadConstraints(CONSTRAINTS)
          .recyclerPool(BUFFERS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private ChatJson() {}

  /// A reader for what callers send.
  static JsonParser strict(byte[] body) {
    return STRICT.createParser(ObjectReadContext.empty(), body);
  }

  /// A reader for what engines answer.
  static JsonParser tolerant(byte[] bytes, int from, int to) {
    return TOLERANT.createParser(ObjectReadContext.empty(), bytes, from, to - from);
  }
}
