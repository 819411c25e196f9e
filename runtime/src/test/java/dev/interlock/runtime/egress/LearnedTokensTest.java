package dev.interlock.runtime.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LearnedTokensTest {
  private static final String THOUSAND = "ab".repeat(1000);

  private final LearnedTokens learned = new LearnedTokens(TokenCounter.estimate());

  private void tell(int times, long tokens) {
    for (int i = 0; i < times; i++) {
      learned.told(List.of(THOUSAND), tokens);
    }
  }

  @Test
  void nothingIsBelievedEarly() {
    tell(19, 400);
    assertThat(learned.count(THOUSAND)).isEqualTo(1000);
    tell(1, 400);
    assertThat(learned.count(THOUSAND)).isEqualTo(500);
  }

  @Test
  void theDensestTextCounts() {
    tell(20, 400);
    learned.told(List.of(THOUSAND), 600);
    tell(20, 400);
    assertThat(learned.count(THOUSAND)).isEqualTo(750);
  }

  @Test
  void itNeverExceedsThePlainEstimate() {
    tell(20, 5000);
    assertThat(learned.count(THOUSAND)).isEqualTo(1000);
  }

  @Test
  void shortCallsTeachNothing() {
    for (int i = 0; i < 10_000; i++) {
      learned.told(List.of("ab ab"), 1);
    }
    assertThat(learned.count(THOUSAND)).isEqualTo(1000);
  }

  @Test
  void oneMistakeEndsIt() {
    tell(20, 400);
    learned.undercounted();
    assertThat(learned.count(THOUSAND)).isEqualTo(1000);
    tell(100, 400);
    assertThat(learned.count(THOUSAND)).isEqualTo(1000);
  }
}
