package dev.interlock.core.route;

import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What an engine says of itself and of the model that a route asks for (B7, design §10).
///
/// @param names spellings that it knows the model by; empty if it tells none
/// @param identity which model it holds
/// @param maxTokens tokens of the longest text, its own special tokens left out
/// @param maxBatch texts in one call at the most
/// @param version the server's own version or build
/// @param elsewhere where the model runs, if its host says that it only passes calls on
public record EngineState(
    Set<String> names,
    Optional<ModelIdentity> identity,
    OptionalInt maxTokens,
    OptionalInt maxBatch,
    Optional<String> version,
    Optional<String> elsewhere) {
  public EngineState {
    names = Set.copyOf(names);
  }

  /// Where the model really runs: a host that passes calls on is a cloud (design §2.3).
  ///
  /// @param configured what the file says of the host
  public Placement placement(Placement configured) {
    return elsewhere.isPresent() ? Placement.CLOUD : configured;
  }

  /// What makes it another engine than before, in one sentence; empty if nothing does. What one of
  /// the two does not tell is no difference.
  public Optional<String> changedSince(EngineState before) {
    var changes = new ArrayList<String>();
    if (identity.isPresent() && before.identity.isPresent() && !identity.equals(before.identity)) {
      changes.add(
          "its model was %s and is %s"
              .formatted(before.identity.get().shortened(), identity.get().shortened()));
    }
    if (version.isPresent() && before.version.isPresent() && !version.equals(before.version)) {
      changes.add("its version was %s and is %s".formatted(before.version.get(), version.get()));
    }
    if (!elsewhere.equals(before.elsewhere)) {
      changes.add(
          elsewhere.map(e -> "its model now runs at " + e).orElse("its model now runs here"));
    }
    return changes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", changes));
  }

  /// Identity and version in one line, as a verdict keeps it; empty if it tells neither.
  public Optional<String> words() {
    var parts = new ArrayList<String>();
    identity.map(ModelIdentity::revision).ifPresent(parts::add);
    version.map(v -> "version " + v).ifPresent(parts::add);
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }
}
