package dev.interlock.core.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Amounts as providers write them and as people read them.
class NanoUsdTest {
  @ParameterizedTest
  @CsvSource({
    "0,0,0.00",
    "1,1000000000,1.00",
    "0.0031,3100000,0.0031",
    "1.2e-7,120,0.00000012",
    "1E-9,1,0.000000001",
    "1e-10,1,0.000000001",
    "0.0000000011,2,0.000000002",
    "9223372036.854775807,9223372036854775807,9223372036.854775807"
  })
  @DisplayName("B5: a decimal text is read exactly, what is finer is rounded up")
  void reads(String text, long nanos, String words) {
    assertThat(NanoUsd.parse(text)).contains(new NanoUsd(nanos));
    assertThat(new NanoUsd(nanos).words()).isEqualTo(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-0.01", "", "free", "NaN", "9223372036.854775808", "1e999999999", "1e-999999999"})
  @DisplayName("B5: what is no amount, negative or beyond bounds is not taken for 0")
  void refuses(String text) {
    assertThat(NanoUsd.parse(text)).isEqualTo(Optional.empty());
    assertThat(NanoUsd.parse("0." + "1".repeat(100))).isEmpty();
  }

  @Test
  void staysInRange() {
    var most = new NanoUsd(Long.MAX_VALUE);
    assertThat(most.plus(new NanoUsd(1))).isEqualTo(most);
    assertThat(new NanoUsd(1).minus(new NanoUsd(2))).isEqualTo(NanoUsd.ZERO);
    assertThat(new NanoUsd(2).exceeds(new NanoUsd(2))).isFalse();
    assertThat(new NanoUsd(3).exceeds(new NanoUsd(2))).isTrue();
    assertThatThrownBy(() -> new NanoUsd(-1)).hasMessageContaining("0 or more");
  }
}
