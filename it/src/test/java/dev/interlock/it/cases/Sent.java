package dev.interlock.it.cases;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.core.gate.Probes;
import dev.interlock.testkit.ScriptedEmbeddings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The texts that an engine was sent besides the gate's probes.
final class Sent {
  private Sent() {}

  static List<String> texts(ScriptedEmbeddings engine) {
    return engine.textsBeyond(PROBES);
  }

  private static final Set<String> PROBES = probes();

  private static Set<String> probes() {
    var texts = new HashSet<String>();
    Probes.forLimit(2048, TokenCounter.estimate()).probes().forEach(p -> texts.add(p.text()));
    return texts;
  }
}
