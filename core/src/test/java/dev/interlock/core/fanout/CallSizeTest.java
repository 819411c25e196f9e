package dev.interlock.core.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a provider's batch size comes to.
final class CallSizeTest {
  private static final long MILLI = 1_000_000L;

  private final CallSize size = new CallSize();

  /// The size after so many full calls that take as long as told.
  private int after(int calls, int most, IntToLongFunction took) {
    for (int i = 0; i < calls; i++) {
      int n = size.next(most);
      size.answered(n, took.applyAsLong(n), most);
    }
    return size.next(most);
  }

  @Test
  void firstCallIsSmall() {
    assertThat(size.next(64)).isEqualTo(8);
    assertThat(size.next(3)).isEqualTo(3);
  }

  @Test
  @DisplayName("A13: the batch grows while speed does not fall, up to what the admission allows")
  void growsWhileItPays() {
    assertThat(after(20, 64, n -> 100 * MILLI + n * MILLI)).isEqualTo(64);
  }

  @Test
  void growsWhereItCostsNothing() {
    assertThat(after(20, 32, n -> n * MILLI)).isEqualTo(32);
  }

  @Test
  @DisplayName("A13: the batch shrinks where a larger one is slower, and is tried again later")
  void shrinksWhereItCostsSpeed() {
    assertThat(after(12, 64, n -> n <= 16 ? n * MILLI : n * 2L * MILLI)).isEqualTo(16);
    assertThat(after(9, 64, n -> n <= 16 ? n * MILLI : n * 2L * MILLI)).isEqualTo(16);
    assertThat(after(1, 64, n -> n <= 16 ? n * MILLI : n * 2L * MILLI)).isEqualTo(32);
  }

  @Test
  @DisplayName("A13: no call is to last longer than three seconds")
  void staysShort() {
    assertThat(after(20, 64, n -> n * 200L * MILLI)).isEqualTo(8);
    assertThat(after(1, 64, n -> n * 2000L * MILLI)).isEqualTo(1);
    assertThat(after(40, 64, n -> n * 20L * MILLI)).isEqualTo(64);
  }

  @Test
  void shrinksOnFailure() {
    after(20, 64, n -> n * MILLI);
    size.failed(64);
    assertThat(size.next(64)).isEqualTo(32);
    assertThat(after(15, 64, n -> n * MILLI)).isEqualTo(32);
    assertThat(after(2, 64, n -> n * MILLI)).isEqualTo(64);
  }

  @Test
  void aSmallCallThatFailsSaysNothingOfTheSize() {
    after(20, 64, n -> n * MILLI);
    size.failed(5);
    assertThat(size.next(64)).isEqualTo(64);
  }

  @Test
  void aCapHolds() {
    size.capped(20);
    assertThat(after(40, 64, n -> n * MILLI)).isEqualTo(20);
  }
}
