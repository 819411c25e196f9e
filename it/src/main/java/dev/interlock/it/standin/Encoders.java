package dev.interlock.it.standin;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.embed.Urgency;
import dev.interlock.encoder.EmbeddedEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/// Two real builds of one model, which disagree: what a stand-in embeds with. A text is embedded
/// once by each, however often it is asked for.
///
/// Thread: any. [#embed] blocks.
public final class Encoders implements AutoCloseable {
  /// Most tokens of a text, without `[CLS]` and `[SEP]`.
  static final int MAX_TOKENS = 510;

  /// Vectors that are kept: 30 MB.
  private static final int KEPT = 20_000;

  /// Which build.
  public enum Build {
    /// The quantised one.
    SMALL,
    /// The full one.
    FULL
  }

  private final EmbeddedEncoder small;
  private final EmbeddedEncoder full;
  private final Map<Map.Entry<Build, String>, float[]> known = new ConcurrentHashMap<>();

  /// Opening is cheap; the first text of a build loads it.
  ///
  /// @param unpacked where native libraries are unpacked
  public Encoders(Path unpacked) {
    this(unpacked, EmbeddedEncoder.MODEL, "all-minilm-l6-v2");
  }

  /// Builds of another model, which must be on the class path.
  ///
  /// @param small name of the quantised one
  /// @param full name of the full one
  public Encoders(Path unpacked, String small, String full) {
    this.small = EmbeddedEncoder.open(unpacked, small);
    this.full = EmbeddedEncoder.open(unpacked, full);
  }

  /// A vector of length 1 for each text. They are shared: nobody may write into them.
  ///
  /// @throws IllegalStateException if the encoder fails, as it does for a text of more than 510
  ///   tokens
  public List<float[]> embed(Build build, List<String> texts) {
    var unknown =
        texts.stream().distinct().filter(t -> !known.containsKey(Map.entry(build, t))).toList();
    var fresh = unknown.isEmpty() ? List.<float[]>of() : encoded(build, unknown);
    var vectors = new ArrayList<float[]>(texts.size());
    for (var text : texts) {
      int at = unknown.indexOf(text);
      vectors.add(at >= 0 ? fresh.get(at) : kept(build, text));
    }
    return vectors;
  }

  /// What was there a moment ago may have been forgotten.
  private float[] kept(Build build, String text) {
    var vector = known.get(Map.entry(build, text));
    return vector != null ? vector : encoded(build, List.of(text)).getFirst();
  }

  private List<float[]> encoded(Build build, List<String> texts) {
    var encoder =
        switch (build) {
          case SMALL -> small;
          case FULL -> full;
        };
    var request = new EmbedRequest(texts, Urgency.BULK, OptionalInt.empty());
    return switch (encoder.embed(request)) {
      case EmbedOutcome.Answered answered -> {
        keep(build, texts, answered.vectors());
        yield answered.vectors();
      }
      case EmbedOutcome.Failed failed -> throw new IllegalStateException(failed.message());
    };
  }

  private void keep(Build build, List<String> texts, List<float[]> vectors) {
    if (known.size() > KEPT) {
      known.clear();
    }
    for (int i = 0; i < texts.size(); i++) {
      known.put(Map.entry(build, texts.get(i)), vectors.get(i));
    }
  }

  /// Tokens of a text without `[CLS]` and `[SEP]`.
  public int tokens(String text) {
    return small.counter().count(text);
  }

  /// What counts them.
  TokenCounter counter() {
    return small.counter();
  }

  @Override
  public void close() {
    small.close();
    full.close();
  }
}
