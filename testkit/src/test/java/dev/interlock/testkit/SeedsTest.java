package dev.interlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeedsTest {
  @Test
  void sameNameGivesTheSameStream() {
    assertThat(new Seeds(7).stream("a").nextLong()).isEqualTo(new Seeds(7).stream("a").nextLong());
  }

  @Test
  void namesSeedsAndPartsAreIndependent() {
    var seeds = new Seeds(7);
    assertThat(
            new long[] {
              seeds.stream("a").nextLong(),
              seeds.stream("b").nextLong(),
              new Seeds(8).stream("a").nextLong(),
              seeds.part("a").stream("a").nextLong(),
              seeds.part("b").stream("a").nextLong()
            })
        .doesNotHaveDuplicates();
  }
}
