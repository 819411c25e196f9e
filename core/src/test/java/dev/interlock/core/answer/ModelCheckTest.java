package dev.interlock.core.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.EngineState;
import dev.interlock.core.route.ModelIdentity;
import dev.interlock.core.route.ModelIdentity.Kind;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// B7: what answered is checked.
class ModelCheckTest {
  private static final Route ROUTE =
      new Route(
          "r",
          new Engine(Placement.LOCAL, Dialect.OPENAI, "http://r"),
          "qwen",
          List.of("qwen:7b"),
          Optional.empty(),
          new Capacity(1, 1, 1),
          Optional.empty());

  @Test
  @DisplayName("B7: an answer bears an accepted spelling, letter by letter, or fails")
  void byField() {
    var check = ModelCheck.of(ROUTE, Optional.empty());

    assertThat(check.strength()).isEqualTo(CheckStrength.FIELD);
    assertThat(check.judge(Optional.of("qwen"))).isEqualTo(Match.MATCHED);
    assertThat(check.judge(Optional.of("qwen:7b"))).isEqualTo(Match.MATCHED);
    assertThat(check.judge(Optional.of("Qwen"))).isEqualTo(Match.MISMATCH);
    assertThat(check.judge(Optional.of("qwen2"))).isEqualTo(Match.MISMATCH);
    assertThat(check.judge(Optional.empty())).isEqualTo(Match.ABSENT);
  }

  @Test
  @DisplayName("B7: the engine's own state outweighs its answer's field, and a contradiction fails")
  void byState() {
    var proved = ModelCheck.of(ROUTE, Optional.of(state(Kind.PATH, "qwen:7b", "models/q.gguf")));
    var other = ModelCheck.of(ROUTE, Optional.of(state(Kind.PATH, "llama")));

    assertThat(proved.strength()).isEqualTo(CheckStrength.STATE);
    assertThat(proved.judge(Optional.of("models/q.gguf"))).isEqualTo(Match.MATCHED);
    assertThat(proved.judge(Optional.of("llama"))).isEqualTo(Match.MISMATCH);
    assertThat(other.judge(Optional.of("qwen"))).isEqualTo(Match.MISMATCH);
  }

  @Test
  @DisplayName("B7: a state that shows a name only is worth no more than the answer's field")
  void nameAlone() {
    var named = ModelCheck.of(ROUTE, Optional.of(state(Kind.NAME, "qwen")));
    var silent = ModelCheck.of(ROUTE, Optional.of(state(Kind.DIGEST)));

    assertThat(named.strength()).isEqualTo(CheckStrength.FIELD);
    assertThat(silent.strength()).isEqualTo(CheckStrength.STATE);
    assertThat(silent.proved()).isTrue();
  }

  private static EngineState state(Kind kind, String... names) {
    return new EngineState(
        Set.of(names),
        Optional.of(new ModelIdentity(kind, "x")),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
