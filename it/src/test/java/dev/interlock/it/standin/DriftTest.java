package dev.interlock.it.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.gate.Probes;
import dev.interlock.it.standin.Encoders.Build;
import dev.interlock.wire.openai.EmbeddingsAnswer;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Stacks that change behind their names, and the count of what they served since.
final class DriftTest extends StandInTests {
  @Test
  void theQuantisedBuildIsReallyAnother() {
    cloud().set("drift", "{\"to\": \"quantised\"}");

    assertThat(vector("harbour", "x"))
        .containsExactly(encoders().embed(Build.SMALL, List.of("x")).getFirst());
    assertThat(cosine(vector("harbour", "x"), full("x"))).isBetween(0.9, 0.995);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 12})
  void aTurnIsOfTheAngleThatWasAskedFor(double degrees) {
    cloud().set("drift", "{\"to\": \"turn\", \"degrees\": %s}".formatted(degrees));

    for (var text : List.of("a small boat", "税金", "x = 1")) {
      assertThat(cosine(vector("harbour", text), full(text)))
          .isCloseTo(Math.cos(Math.toRadians(degrees)), within(1e-6));
    }
  }

  @Test
  void oneReplicaOfFourIsMetByAQuarterOfTheCalls() {
    cloud().set("drift", "{\"to\": \"replica\", \"of\": 4, \"provider\": \"harbour\"}");
    for (int i = 0; i < 200; i++) {
      embed("harbour", "x");
    }
    embed("quay", "x");

    var since = cloud().stats().path("served").path("sinceChange");
    assertThat(since.path("texts").asInt()).isEqualTo(201);
    assertThat(since.path("drifted").asInt()).isBetween(30, 70);
  }

  @Test
  @DisplayName("Rows since the last good probe: probes vouch only while the stack is the old one")
  void rowsSinceTheLastGoodProbe() {
    var probe = Probes.forLimit(510, encoders().counter()).probes().getFirst().text();
    embed("harbour", "row 1", "row 2");
    embed("harbour", "row 3", probe);
    embed("harbour", "row 4", "row 5");
    cloud().set("drift", "{\"to\": \"turn\"}");
    embed("harbour", "row 6", probe);

    var served = cloud().stats().path("served");
    assertThat(served.path("texts").asInt()).isEqualTo(8);
    assertThat(served.path("rows").asInt()).isEqualTo(6);
    assertThat(served.path("sinceChange").path("rows").asInt()).isEqualTo(1);
    assertThat(served.path("sinceGoodProbe").path("rows").asInt()).isEqualTo(3);
    assertThat(served.path("sinceGoodProbe").path("besideBadProbes").asInt()).isEqualTo(1);
  }

  @Test
  void aStackCanGoBack() {
    cloud().set("drift", "{\"to\": \"turn\"}");
    cloud().set("drift", "{\"to\": \"none\"}");

    assertThat(vector("harbour", "x")).containsExactly(full("x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"to\": \"pieces\"}", "{\"to\": \"none\", \"provider\": \"x\"}"})
  void whatIsNoDriftIsRefused(String json) {
    assertThatIllegalArgumentException().isThrownBy(() -> cloud().set("drift", json));
  }

  private float[] vector(String provider, String text) {
    var asked = new EmbeddingsAnswer.Asked(1, OptionalInt.empty());
    return switch (EmbeddingsAnswer.decode(embed(provider, text).body(), asked)) {
      case EmbeddingsAnswer.Embedded embedded -> embedded.vectors().getFirst();
      case EmbeddingsAnswer.Unusable unusable -> throw new AssertionError(unusable.message());
    };
  }

  private static float[] full(String text) {
    return encoders().embed(Build.FULL, List.of(text)).getFirst();
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double lengthA = 0;
    double lengthB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      lengthA += (double) a[i] * a[i];
      lengthB += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(lengthA * lengthB);
  }
}
