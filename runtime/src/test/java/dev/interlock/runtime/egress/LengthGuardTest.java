package dev.interlock.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.TokenCounter;
import dev.interlock.runtime.egress.LengthGuard.Length;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Which texts an engine takes whole.
final class LengthGuardTest {
  /// One token a word, exactly.
  private record Words() implements TokenCounter {
    @Override
    public int count(String text) {
      return text.split(" ", -1).length;
    }

    @Override
    public boolean exact() {
      return true;
    }
  }

  @Test
  @DisplayName("C22: an exact counter leaves no doubt")
  void exactCounterDecides() {
    var guard = new LengthGuard(new Words(), 3);
    assertThat(guard.of("a b c")).isEqualTo(Length.FITS);
    assertThat(guard.of("a b c d")).isEqualTo(Length.TOO_LONG);
  }

  @Test
  @DisplayName("C20, C22: an estimate refuses only what is longer in words, and doubts the rest")
  void estimateDoubts() {
    var guard = new LengthGuard(TokenCounter.estimate(), 10);
    assertThat(guard.of("x".repeat(20))).isEqualTo(Length.FITS);
    assertThat(guard.of("x".repeat(21))).isEqualTo(Length.DOUBTFUL);
    assertThat(guard.of("x ".repeat(10))).isEqualTo(Length.FITS);
    assertThat(guard.of("xx ".repeat(10))).isEqualTo(Length.DOUBTFUL);
    assertThat(guard.of("xx ".repeat(11))).isEqualTo(Length.TOO_LONG);
  }

  @Test
  @DisplayName("C92: the head of a text never ends in half a character")
  void headKeepsCharactersWhole() {
    for (int i = 0; i < 40; i++) {
      var text = "a".repeat(i) + "🌸".repeat(20);
      var head = LengthGuard.head(text);
      assertThat(head).isNotEqualTo(text);
      assertThat(text).startsWith(head);
      assertThat(Character.isHighSurrogate(head.charAt(head.length() - 1))).isFalse();
    }
  }
}
