package dev.interlock.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Complete means counted.
final class CompletionTest {
  @ParameterizedTest
  @CsvSource({
    "20, 20, 0, completed",
    "0,  0,  0, completed",
    "20, 19, 1, completed_with_failures",
    "20, 19, 0, failed",
    "20, 0, 20, failed",
    "20, 1, 18, failed",
    "20, 20, 1, completed",
  })
  @DisplayName("B8: a job is completed only when the rows equal the manifest")
  void completeMeansCounted(long expected, long stored, long failed, String state) {
    assertThat(Completion.of(expected, stored, failed).word()).isEqualTo(state);
  }
}
