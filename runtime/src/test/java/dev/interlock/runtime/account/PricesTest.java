package dev.interlock.runtime.account;

import static dev.interlock.runtime.account.Tills.usd;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.money.Price;
import dev.interlock.testkit.ManualTime;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PricesTest {
  private static final Price LISTED =
      price("1", Price.Source.PROVIDER).writing(OptionalLong.of(4_096));
  private static final Price DECLARED = price("2", Price.Source.SETTINGS);

  @TempDir private Path folder;

  private static Price price(String prompt, Price.Source source) {
    return new Price(
        usd(prompt),
        Optional.of(usd("0.5")),
        usd("3"),
        usd("0.001"),
        LocalDate.parse("2026-11-30"),
        source,
        OptionalLong.empty());
  }

  private static Prices.Declared declared(Map<String, Long> mostWritten) {
    return new Prices.Declared(Map.of("m", DECLARED), mostWritten);
  }

  @Test
  @DisplayName("C54: a provider's list outlives the process, with its day; a new one replaces it")
  void listIsKept() {
    var file = folder.resolve("interlock.db");
    try (var tills = new Tills(file, new ManualTime(), Map.of())) {
      var prices = new Prices(tills.store, Set.of("openrouter"), Map.of());
      assertThat(prices.of("openrouter", "m")).isEmpty();
      prices.listed("openrouter", Map.of("gone", DECLARED));
      prices.listed("openrouter", Map.of("m", LISTED));
    }
    try (var tills = new Tills(file, new ManualTime(), Map.of())) {
      var prices = new Prices(tills.store, Set.of("openrouter"), Map.of());

      assertThat(prices.of("openrouter", "m")).hasValue(LISTED);
      assertThat(prices.of("openrouter", "gone")).isEmpty();
      assertThat(prices.of("other", "m")).isEmpty();
    }
  }

  @Test
  @DisplayName("C54: what the file declares comes before the list, whenever that is read")
  void declaredComesFirst() {
    try (var tills = new Tills(folder.resolve("interlock.db"), new ManualTime(), Map.of())) {
      var prices =
          new Prices(
              tills.store, Set.of("openrouter"), Map.of("openrouter", declared(Map.of("m", 100L))));
      prices.listed("openrouter", Map.of("m", LISTED, "n", LISTED));

      assertThat(prices.of("openrouter", "m")).hasValue(DECLARED);
      assertThat(prices.of("openrouter", "n")).hasValue(LISTED);
      assertThat(prices.mostWritten("openrouter", "m")).hasValue(100);
      assertThat(prices.mostWritten("openrouter", "n")).hasValue(4_096);
      assertThat(prices.mostWritten("openrouter", "o")).isEmpty();
    }
  }
}
