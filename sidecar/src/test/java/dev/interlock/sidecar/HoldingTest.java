package dev.interlock.sidecar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.wire.relay.CloudKey;
import dev.interlock.wire.relay.Frame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HoldingTest {
  private static final Frame.Setup OPEN = new Frame.Setup(true, List.of(), "0a");
  private static final Frame.Setup ONLY_M = new Frame.Setup(true, List.of("m"), "0a");
  private static final Frame.Setup SHUT = new Frame.Setup(false, List.of(), "0a");

  private static Optional<CloudKey> key(String text) {
    return Optional.of(CloudKey.take(text.getBytes(UTF_8)));
  }

  private static Frame.Configure configure(long epoch, Frame.Setup setup, Optional<CloudKey> key) {
    return new Frame.Configure("a", epoch, setup, key);
  }

  @Test
  @DisplayName("A15: a push without a key changes models and modes, and keeps the key")
  void mergesWithoutAKey() {
    var key = key("k1");
    var first = Holding.first("a", Optional.empty()).with(configure(1, OPEN, key)).held();
    var merged = first.with(configure(2, ONLY_M, Optional.empty()));
    assertThat(merged.replaced()).isEmpty();
    assertThat(merged.held().key()).isSameAs(key);
    assertThat(merged.held().bars(Optional.of("m"))).isEmpty();
    assertThat(merged.held().bars(Optional.of("n")))
        .contains("was not asked: account a may not be asked for n");
    assertThat(merged.held().bars(Optional.empty())).isEmpty();
    assertThat(
            merged.held().with(configure(3, SHUT, Optional.empty())).held().bars(Optional.empty()))
        .contains("was not asked: account a is disabled");
  }

  @Test
  @DisplayName(
      "A14: another key takes the place of the one before, which is given back to be wiped")
  void replacesAKey() {
    var one = key("k1");
    var two = key("k2");
    var first = Holding.first("a", one).with(configure(1, OPEN, Optional.empty())).held();
    var merged = first.with(configure(2, OPEN, two));
    assertThat(merged.replaced()).isSameAs(one);
    assertThat(merged.held().told().fingerprint()).isNotEqualTo(first.told().fingerprint());
  }

  @Test
  @DisplayName("A14: a configuration that is older than what is held changes nothing")
  void olderEpochs() {
    var late = key("late");
    var held = Holding.first("a", Optional.empty()).with(configure(5, OPEN, key("k"))).held();
    var merged = held.with(configure(4, SHUT, late));
    assertThat(merged.held()).isEqualTo(held);
    assertThat(merged.replaced()).isSameAs(late);
  }

  @Test
  @DisplayName("A14: after a restart the key is absent, and the sidecar says so")
  void absent() {
    var held =
        Holding.first("a", Optional.empty()).with(configure(9, OPEN, Optional.empty())).held();
    assertThat(held.told()).isEqualTo(new Frame.Held("a", 9, Optional.empty(), false));
    assertThat(held.bars(Optional.of("m"))).contains("was not asked: account a has no key here");
    assertThat(Holding.first("a", key("own")).bars(Optional.empty())).isPresent();
  }
}
