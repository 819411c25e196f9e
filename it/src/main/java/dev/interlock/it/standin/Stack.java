package dev.interlock.it.standin;

import dev.interlock.it.standin.Encoders.Build;
import java.util.List;
import java.util.random.RandomGenerator;

/// What embeds behind a name: an encoder's build, and how it has drifted.
///
/// Thread: any.
final class Stack {
  /// Vectors in the order of the texts.
  ///
  /// @param drifted whether they are others than before the change
  record Embedded(List<float[]> vectors, boolean drifted) {}

  private final Encoders encoders;
  private final Build build;
  private final RandomGenerator chance;
  private volatile Drift drift = new Drift.None();

  /// @param chance draws the replica that a call meets
  Stack(Encoders encoders, Build build, RandomGenerator chance) {
    this.encoders = encoders;
    this.build = build;
    this.chance = chance;
  }

  void drift(Drift next) {
    drift = next;
  }

  Drift drift() {
    return drift;
  }

  Embedded embed(List<String> texts) {
    return switch (drift) {
      case Drift.None _ -> new Embedded(encoders.embed(build, texts), false);
      case Drift.OtherBuild _ -> new Embedded(encoders.embed(other(), texts), true);
      case Drift.Turned turn ->
          new Embedded(
              encoders.embed(build, texts).stream()
                  .map(v -> Drift.turned(v, turn.degrees()))
                  .toList(),
              true);
      case Drift.BadReplica replica -> {
        boolean bad = drawn(replica.of());
        yield new Embedded(encoders.embed(bad ? other() : build, texts), bad);
      }
    };
  }

  private boolean drawn(int of) {
    synchronized (chance) {
      return chance.nextInt(of) == 0;
    }
  }

  private Build other() {
    return switch (build) {
      case SMALL -> Build.FULL;
      case FULL -> Build.SMALL;
    };
  }
}
