package dev.interlock.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Under `local` nothing leaves the network: a whole server where there is none but loopback.
@EnabledOnOs(OS.LINUX)
@Timeout(240)
final class NetworkTrapTest {
  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("A2: the trap counts each connection outwards and each look-up of a name")
  void theTrapCatches() throws IOException {
    var told = NetworkTrap.run(Trapped.Reaching.class);

    assertThat(told.exitCode()).as(told.output()).isZero();
    assertThat(told.output())
        .contains("interfaces [lo]\n", "IPv4 caught\n", "IPv6 caught\n", "name caught\n");
  }

  @Test
  @DisplayName(
      "A2: under local no packet and no look-up leaves loopback, whatever a whole server does")
  void nothingLeavesUnderLocal() throws IOException {
    var told = NetworkTrap.run(Trapped.class, folder.toString());

    assertThat(told.exitCode()).as(told.output()).isZero();
    assertThat(told.output()).contains("tried beyond loopback: 0\n");
  }

  @Test
  @DisplayName("A2: the same server under aggregate is caught at once, so that the trap is real")
  void aggregateIsCaught() throws IOException {
    var told = NetworkTrap.run(Trapped.class, folder.toString(), "aggregate");

    assertThat(told.exitCode()).as(told.output()).isZero();
    assertThat(told.output()).containsPattern("tried beyond loopback: [1-9]");
  }
}
