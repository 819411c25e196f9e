package dev.interlock.core.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinCheckTest {
  private static final Map<String, Set<String>> TAGS =
      Map.of("Google", Set.of("google-vertex", "google-vertex/us-east5"), "Beta", Set.of("b/fp8"));

  @ParameterizedTest(name = "{0} by {1}: {2}")
  @DisplayName("A7: a provider is the pinned one by its slug, its tag or its listed name")
  @CsvSource({
    "deepinfra, DeepInfra, true",
    "deepinfra/fp8, DeepInfra, true",
    "deepinfra/fp8, deepinfra/fp8, true",
    "prov-a, Prov A, true",
    "google-vertex, Google, true",
    "google-vertex/us-east5, Google, true",
    "b, Beta, true",
    "nebius, DeepInfra, false",
    "prov-a, prov-b, false",
    "google, Alphabet, false",
    "b, '', false"
  })
  void serves(String pin, String provider, boolean expected) {
    assertThat(PinCheck.serves(pin, provider, TAGS)).isEqualTo(expected);
  }
}
