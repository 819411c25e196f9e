package dev.interlock.core.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.money.Cost.Basis;
import dev.interlock.core.money.Cost.Count;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a call cost. Prices as in the field cases: 1 USD for a million tokens read, 2 for written.
class CostTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 30);
  private static final Price PRICE = price("1", "2", "0");
  private static final Count KNOWN = new Count(Tokens.of(1_000, 500), false);

  private static NanoUsd usd(String text) {
    return NanoUsd.parse(text).orElseThrow();
  }

  private static Price price(String prompt, String completion, String request) {
    return new Price(
        usd(prompt),
        Optional.empty(),
        usd(completion),
        usd(request),
        DAY,
        Price.Source.PROVIDER,
        OptionalLong.empty());
  }

  @Test
  @DisplayName("B5: a cost of 0 for what has a price was never filled in; a positive one is taken")
  void providersCost() {
    assertThat(Cost.of(Optional.empty(), Optional.of(PRICE), Optional.of(KNOWN)))
        .contains(new Cost(usd("0.002"), Basis.PRICE));
    assertThat(Cost.of(Optional.of(NanoUsd.ZERO), Optional.of(PRICE), Optional.of(KNOWN)))
        .contains(new Cost(usd("0.002"), Basis.PRICE));
    assertThat(Cost.of(Optional.of(usd("0.0031")), Optional.of(PRICE), Optional.of(KNOWN)))
        .contains(new Cost(usd("0.0031"), Basis.PROVIDER));
    assertThat(Cost.of(Optional.of(usd("0.0031")), Optional.empty(), Optional.empty()))
        .contains(new Cost(usd("0.0031"), Basis.PROVIDER));
  }

  @Test
  @DisplayName("B5: a price is told by the million tokens, and with what each call costs")
  void pricesInWords() {
    assertThat(PRICE.words()).isEqualTo("$1.00 read, $2.00 written per million tokens");
    assertThat(price("0.02", "0", "0").words()).isEqualTo("$0.02 per million tokens");
    assertThat(price("0", "0", "0.002").words()).isEqualTo("$0.002 a call");
    assertThat(price("0", "2", "0.01").words())
        .isEqualTo("$0.00 read, $2.00 written per million tokens, $0.01 a call");
    assertThat(price("0", "0", "0").words()).isEqualTo("free");
  }

  @Test
  @DisplayName("B5: a free model's 0 is believed")
  void freeIsFree() {
    assertThat(
            Cost.of(
                Optional.of(NanoUsd.ZERO), Optional.of(price("0", "0", "0")), Optional.of(KNOWN)))
        .contains(new Cost(NanoUsd.ZERO, Basis.PROVIDER));
    assertThat(price("0", "0", "0").free()).isTrue();
    assertThat(PRICE.free()).isFalse();
  }

  @Test
  @DisplayName("B5: a call that was cut is priced by estimated tokens, and marked")
  void estimateIsMarked() {
    assertThat(
            Cost.of(
                Optional.empty(),
                Optional.of(PRICE),
                Optional.of(new Count(Tokens.of(200, 50), true))))
        .contains(new Cost(usd("0.0003"), Basis.ESTIMATE));
  }

  @Test
  @DisplayName("B5: without a price nothing is known, which is not 0")
  void unknownIsNotFree() {
    assertThat(Cost.of(Optional.empty(), Optional.empty(), Optional.of(KNOWN))).isEmpty();
    assertThat(Cost.of(Optional.of(NanoUsd.ZERO), Optional.empty(), Optional.of(KNOWN))).isEmpty();
    assertThat(Cost.of(Optional.empty(), Optional.of(PRICE), Optional.empty())).isEmpty();
  }

  @Test
  @DisplayName("B5: cached tokens have their own price, the cheapest model is not rounded to 0")
  void prices() {
    var cheap =
        new Price(
            usd("0.02"),
            Optional.of(usd("0.002")),
            usd("0.05"),
            usd("0.001"),
            DAY,
            Price.Source.SETTINGS,
            OptionalLong.empty());
    assertThat(cheap.of(Tokens.of(1, 0)).nanos()).isEqualTo(1_000_020);
    assertThat(cheap.of(new Tokens(1_000, 900, 0)).nanos()).isEqualTo(1_000_000 + 2_000 + 1_800);
    assertThat(price("0.0001", "0", "0").of(Tokens.of(1, 0)).nanos()).isEqualTo(1);
    assertThat(cheap.worst(1_000, 10).nanos()).isEqualTo(1_000_000 + 20_000 + 500);
    assertThat(price("9000000000", "9000000000", "0").of(Tokens.of(1_000_000_000, 1_000_000_000)))
        .isEqualTo(new NanoUsd(Long.MAX_VALUE));
  }

  @Test
  @DisplayName("B5: a declared price comes before a listed one, and an unlisted model has none")
  void book() {
    var declared = price("3", "3", "0");
    var book = new PriceBook(Map.of("a", PRICE, "b", PRICE), Map.of("a", declared));
    assertThat(book.of("a")).contains(declared);
    assertThat(book.of("b")).contains(PRICE);
    assertThat(book.of("c")).isEmpty();
    assertThat(PriceBook.EMPTY.of("a")).isEmpty();
  }

  @Test
  void absurdCountsAreRefused() {
    assertThatThrownBy(() -> Tokens.of(-1, 0)).hasMessageContaining("prompt");
    assertThatThrownBy(() -> new Tokens(1, 2, 0)).hasMessageContaining("cached");
    assertThatThrownBy(() -> Tokens.of(0, 1_000_000_001)).hasMessageContaining("completion");
  }
}
