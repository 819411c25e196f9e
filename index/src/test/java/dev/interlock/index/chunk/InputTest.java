package dev.interlock.index.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class InputTest {
  private static final String ROCKET = "\uD83D\uDE80";

  @Test
  void windowNeverEndsInsideAPair() {
    var input = Input.of("a" + ROCKET + "b");
    byte[] window = new byte[4];
    assertThat(input.read(window, 0)).isEqualTo(2);
    assertThat(input.read(window, 2)).isEqualTo(4);
    assertThat(new String(window, StandardCharsets.UTF_16LE)).isEqualTo(ROCKET);
    assertThat(input.read(window, 6)).isEqualTo(2);
    assertThat(input.read(window, 8)).isZero();
  }

  @Test
  void bytesPerCharAreOneForAsciiElseTwo() {
    assertThat(Input.of("abc").bytesPerChar()).isEqualTo(1);
    assertThat(Input.of("ab\u00E9").bytesPerChar()).isEqualTo(2);
  }
}
