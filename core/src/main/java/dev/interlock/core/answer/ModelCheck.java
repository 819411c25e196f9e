package dev.interlock.core.answer;

import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.Route;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Checks what answered, never what was asked for (B7): a route promises a model under a set of
/// spellings, and an answer bears one of them or fails.
///
/// @param promised the route's own spelling
/// @param accepted all spellings that an answer may bear
/// @param strength what a match is worth
/// @param proved whether the engine's state, where it is known, shows the promised model
public record ModelCheck(
    String promised, Set<String> accepted, CheckStrength strength, boolean proved) {
  public ModelCheck {
    accepted = Set.copyOf(accepted);
  }

  /// The check of a route's answers.
  ///
  /// @param state what the engine says of itself, where it can be read
  public static ModelCheck of(Route route, Optional<EngineState> state) {
    var spellings = new HashSet<>(route.accept());
    spellings.add(route.model());
    var names = state.map(EngineState::names).orElse(Set.of());
    boolean proved = names.isEmpty() || names.stream().anyMatch(spellings::contains);
    if (proved) {
      spellings.addAll(names);
    }
    return new ModelCheck(
        route.model(),
        spellings,
        state.flatMap(EngineState::identity).filter(ModelIdentity::proves).isPresent()
            ? CheckStrength.STATE
            : byField(route.engine().dialect()),
        proved);
  }

  /// What a match of the model field alone is worth.
  private static CheckStrength byField(Dialect dialect) {
    return dialect.echoes() ? CheckStrength.ECHO : CheckStrength.FIELD;
  }

  /// Judges an answer by its model field.
  public Match judge(Optional<String> answered) {
    if (!proved) {
      return Match.MISMATCH;
    }
    return answered
        .map(name -> accepted.contains(name) ? Match.MATCHED : Match.MISMATCH)
        .orElse(Match.ABSENT);
  }
}
