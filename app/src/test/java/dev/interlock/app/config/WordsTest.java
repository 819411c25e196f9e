package dev.interlock.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "10MB,10000000",
    "1KB,1000",
    "999B,-1",
    "1GB,1000000000",
    "1GiB,-1",
    "2.5 MiB,2621440",
    "10,-1",
    "10mb,-1",
    "-1MB,-1",
    "99999999999MB,-1",
    "1e3MB,-1"
  })
  void sizesCarryTheirUnit(String text, long bytes) {
    assertThat(Size.parse(text).orElse(-1)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"bakup,1", "Backup,1", "bcakup,1", "back,2", "backup,0", "'',6"})
  void editsAreCounted(String typed, int edits) {
    assertThat(Nearest.edits(typed, "backup")).isEqualTo(edits);
  }

  @Test
  void nearestIsSilentWhenNothingIsNear() {
    var known = List.of("local", "cloud");
    assertThat(Nearest.to("lokal", known)).contains("local");
    assertThat(Nearest.to("LOCAL", known)).contains("local");
    assertThat(Nearest.to("both", known)).isEmpty();
    assertThat(Nearest.to("", known)).isEmpty();
    assertThat(Nearest.to("x".repeat(1000), known)).isEmpty();
  }
}
