package dev.interlock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.encoder.EmbeddedEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// The embedded encoder's native code. A process loads it once, from the first home that asks for
/// it; that of a short test could be gone before all of it is loaded, and no later test could
/// embed.
public final class NativeCode {
  private static final Path FOLDER = Path.of("target", "native-code").toAbsolutePath();

  private static boolean loaded;

  private NativeCode() {}

  /// Loads it from a folder that outlives every test.
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    try (var encoder = EmbeddedEncoder.open(FOLDER)) {
      var text = new EmbedRequest(List.of("harbour"), Urgency.INTERACTIVE, OptionalInt.empty());
      assertThat(encoder.embed(text)).isInstanceOf(EmbedOutcome.Answered.class);
    }
    loaded = true;
  }
}
