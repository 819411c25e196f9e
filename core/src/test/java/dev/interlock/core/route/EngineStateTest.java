package dev.interlock.core.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.route.ModelIdentity.Kind;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an engine says of itself, and what follows.
final class EngineStateTest {
  private static EngineState state(String digest, String version, String elsewhere) {
    return new EngineState(
        Set.of(),
        Optional.of(digest).filter(d -> !d.isEmpty()).map(d -> new ModelIdentity(Kind.DIGEST, d)),
        OptionalInt.of(100),
        OptionalInt.of(4),
        Optional.of(version).filter(v -> !v.isEmpty()),
        Optional.of(elsewhere).filter(e -> !e.isEmpty()));
  }

  @ParameterizedTest
  @CsvSource({
    "a, 1, '', a, 1, '',  ''",
    "a, 1, '', b, 1, '',  its model was digest:a and is digest:b",
    "a, 1, '', a, 2, '',  its version was 1 and is 2",
    "a, 1, '', b, 2, '',  its model was digest:a and is digest:b; its version was 1 and is 2",
    "a, 1, '', '', '', '', ''",
    "'', '', '', a, 1, '', ''",
    "a, 1, '', a, 1, far, its model now runs at far",
    "a, 1, far, a, 1, '', its model now runs here"
  })
  @DisplayName("B7: what one of two readings does not tell is no change")
  void changeIsWhatBothTell(
      String d1, String v1, String e1, String d2, String v2, String e2, String change) {
    assertThat(state(d2, v2, e2).changedSince(state(d1, v1, e1)).orElse("")).isEqualTo(change);
  }

  @Test
  @DisplayName("A2: an engine that passes calls on is a cloud, whatever the file says")
  void passedOnIsCloud() {
    assertThat(state("a", "1", "far").placement(Placement.LOCAL)).isEqualTo(Placement.CLOUD);
    assertThat(state("a", "1", "").placement(Placement.LOCAL)).isEqualTo(Placement.LOCAL);
    assertThat(state("a", "1", "").placement(Placement.CLOUD)).isEqualTo(Placement.CLOUD);
  }

  @ParameterizedTest
  @CsvSource({
    "DIGEST, sha256:0123456789abcdef, digest:0123456789ab, digest:sha256:0123456789abcdef, true",
    "SHA,    0123,                    sha:0123,            sha:0123,                       true",
    "PATH,   /models/a/b.gguf,        path:b.gguf,         path:/models/a/b.gguf,          true",
    "NAME,   org/m,                   name:org/m,          name:org/m,                     false"
  })
  void identityIsShownShortAndKeptWhole(
      Kind kind, String value, String shortened, String revision, boolean proves) {
    var identity = new ModelIdentity(kind, value);
    assertThat(identity.shortened()).isEqualTo(shortened);
    assertThat(identity.revision()).isEqualTo(revision);
    assertThat(identity.proves()).isEqualTo(proves);
  }

  @Test
  @DisplayName("A3: the file's limit stands before the engine's, and that before the default")
  void limitsHaveAnOrder() {
    var told = Optional.of(state("a", "1", ""));
    var open = new Capacity(OptionalInt.empty(), OptionalInt.empty(), 2);
    assertThat(open.maxTokens(Optional.empty())).isEqualTo(Capacity.MAX_TOKENS);
    assertThat(open.maxBatch(Optional.empty())).isEqualTo(Capacity.MAX_BATCH);
    assertThat(open.maxTokens(told)).isEqualTo(100);
    assertThat(open.maxBatch(told)).isEqualTo(4);
    var given = new Capacity(7, 3, 2);
    assertThat(given.maxTokens(told)).isEqualTo(7);
    assertThat(given.maxBatch(told)).isEqualTo(3);
  }
}
