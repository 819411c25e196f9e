package dev.interlock.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// Dollars as people see them.
final class DollarsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @ParameterizedTest
  @CsvSource({
    "0, $0.00",
    "0.0, $0.00",
    "2.5, $2.50",
    "20, $20.00",
    "1E+2, $100.00",
    "0.00000346, $0.00000346",
    "0.10, $0.10",
    "null, -",
  })
  @DisplayName("B3: an amount has its cents, and as many places more as it needs")
  void amounts(String json, String shown) {
    assertThat(Dollars.of(JSON.readTree(json))).isEqualTo(shown);
  }

  @Test
  @DisplayName("B3: the ledger's table tells what an attempt cost, and marks an estimate")
  void costOfAnAttempt() {
    assertThat(cost("{\"costUsd\":0.5,\"costBasis\":\"provider\"}")).isEqualTo("$0.50");
    assertThat(cost("{\"costUsd\":0.5,\"costBasis\":\"estimate\"}")).isEqualTo("~$0.50");
    assertThat(cost("{\"costUsd\":null,\"costBasis\":null}")).isEqualTo("-");
  }

  private static String cost(String attempt) {
    return new AttemptText(JSON.readTree(attempt), ZoneOffset.UTC).dollars();
  }
}
