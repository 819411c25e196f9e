package dev.interlock.it.standin;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.Probes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Texts that were embedded, by who did it, and those since a change. A *row* is a text that is
/// none of the gate's probes for a table of 510 tokens without prefixes: a row's or a query's.
///
/// Thread: any.
final class Served {
  private final Map<String, Long> textsOf = new TreeMap<>();
  private final Map<String, Long> rowsOf = new TreeMap<>();
  private final Set<String> probes;
  private long texts;
  private long rows;
  private long textsSinceChange;
  private long rowsSinceChange;
  private long driftedSinceChange;
  private long rowsSinceGoodProbe;
  private long besideBadProbes;

  Served(Encoders encoders) {
    // A table's builder counts by its own tokenizer or, where nobody asks that, by estimate.
    this.probes =
        Stream.of(encoders.counter(), TokenCounter.estimate())
            .flatMap(c -> Probes.forLimit(Encoders.MAX_TOKENS, c).probes().stream())
            .map(Probe::text)
            .collect(Collectors.toUnmodifiableSet());
  }

  /// @param drifted whether their vectors are others than before the last change
  synchronized void embedded(String provider, List<String> batch, boolean drifted) {
    long plain = batch.stream().filter(text -> !probes.contains(text)).count();
    textsOf.merge(provider, (long) batch.size(), Long::sum);
    rowsOf.merge(provider, plain, Long::sum);
    texts += batch.size();
    rows += plain;
    textsSinceChange += batch.size();
    rowsSinceChange += plain;
    driftedSinceChange += drifted ? batch.size() : 0;
    boolean probed = plain < batch.size();
    if (probed && !drifted) {
      rowsSinceGoodProbe = 0;
      besideBadProbes = 0;
    } else {
      rowsSinceGoodProbe += plain;
      besideBadProbes += probed ? plain : 0;
    }
  }

  /// A stack changes now.
  synchronized void changed() {
    textsSinceChange = 0;
    rowsSinceChange = 0;
    driftedSinceChange = 0;
  }

  synchronized long rows() {
    return rows;
  }

  synchronized Map<String, Object> told() {
    return Json.of(
        "texts", texts,
        "rows", rows,
        "textsByProvider", Map.copyOf(textsOf),
        "rowsByProvider", Map.copyOf(rowsOf),
        "sinceChange",
            Json.of(
                "texts", textsSinceChange, "rows", rowsSinceChange, "drifted", driftedSinceChange),
        "sinceGoodProbe", Json.of("rows", rowsSinceGoodProbe, "besideBadProbes", besideBadProbes));
  }
}
