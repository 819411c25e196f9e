package dev.interlock.it.engines;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.it.NativeCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/// Two real builds of one model, which disagree: what a stand-in embeds with. A text is embedded
/// once by each, however often it is asked for.
///
/// Thread: any.
final class Encoders implements AutoCloseable {
  /// Which build.
  enum Build {
    /// The quantised one.
    SMALL,
    /// The full one.
    FULL
  }

  private final EmbeddedEncoder small;
  private final EmbeddedEncoder full;
  private final Map<Map.Entry<Build, String>, float[]> known = new ConcurrentHashMap<>();

  /// @param unpacked where native libraries are unpacked
  Encoders(Path unpacked) {
    NativeCode.load();
    this.small = EmbeddedEncoder.open(unpacked);
    this.full = EmbeddedEncoder.open(unpacked, "all-minilm-l6-v2");
  }

  List<float[]> embed(Build build, List<String> texts) {
    return texts.stream()
        .map(text -> known.computeIfAbsent(Map.entry(build, text), _ -> embed(build, text)))
        .toList();
  }

  private float[] embed(Build build, String text) {
    var encoder =
        switch (build) {
          case SMALL -> small;
          case FULL -> full;
        };
    var request = new EmbedRequest(List.of(text), Urgency.BULK, OptionalInt.empty());
    return switch (encoder.embed(request)) {
      case EmbedOutcome.Answered answered -> answered.vectors().getFirst();
      case EmbedOutcome.Failed failed -> throw new AssertionError(failed.message());
    };
  }

  /// Tokens of a text without `[CLS]` and `[SEP]`.
  int tokens(String text) {
    return small.counter().count(text);
  }

  @Override
  public void close() {
    small.close();
    full.close();
  }
}
