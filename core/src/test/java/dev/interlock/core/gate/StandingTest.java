package dev.interlock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.table.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How a route's standing moves.
final class StandingTest {
  private static final Scores SCORES = new Scores(1, 1, 1, 1, 0, 1, 1, "p");
  private static final Refusal REFUSAL = new Refusal(Rule.MINIMUM, Optional.empty(), 0.9, "0.9");
  private static final ProbeSet SET = new ProbeSet("v", 100, List.of());

  private static Standing admitted(long epoch) {
    return Standing.judged(
        "r",
        TableName.CODE,
        SET,
        epoch,
        new Judgement.Agrees(Grade.SAME, SCORES, new Mode(8, 2), Own.singles(List.of())));
  }

  private static Standing refused(long epoch) {
    return Standing.judged(
        "r", TableName.CODE, SET, epoch, new Judgement.Disagrees(REFUSAL, Optional.of(SCORES)));
  }

  @Test
  @DisplayName("A3: only a judgement that agrees yields an admission, bound to its epoch and mode")
  void onlyAgreementAdmits() {
    var admission = admitted(7).admission().orElseThrow();
    assertThat(admission.epoch()).isEqualTo(7);
    assertThat(admission.route()).isEqualTo("r");
    assertThat(admission.table()).isEqualTo(TableName.CODE);
    assertThat(admission.mode()).isEqualTo(new Mode(8, 2));
    assertThat(admission.verdictId()).isEqualTo("code/r/7");
    assertThat(refused(7).admission()).isEmpty();
    assertThat(new Standing.Unproven(1).admission()).isEmpty();
    assertThat(Standing.failed(admitted(1), 2, Fault.TIMEOUT, "late").admission()).isEmpty();
    assertThat(Standing.alarmed(admitted(1), 2, REFUSAL).admission()).isEmpty();
  }

  @Test
  @DisplayName("A3: a refusal never clears by silence")
  void silenceDoesNotClearARefusal() {
    var after = Standing.failed(refused(3), 4, Fault.UNREACHABLE, "gone");
    assertThat(after.word()).isEqualTo("refused");
    assertThat(after.epoch()).isEqualTo(4);
  }

  @Test
  @DisplayName("A5: a canary suspends only what was admitted")
  void onlyAdmittedRoutesAreSuspended() {
    assertThat(Standing.alarmed(admitted(3), 4, REFUSAL).word()).isEqualTo("suspended");
    assertThat(Standing.alarmed(refused(3), 4, REFUSAL).word()).isEqualTo("refused");
    assertThat(Standing.alarmed(new Standing.Unproven(3), 4, REFUSAL).epoch()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"1,30", "2,60", "3,120", "4,240", "5,480", "6,900", "7,900", "1000000,900"})
  @DisplayName("A3: failed probes are tried again after 30 s, doubling to 15 min")
  void retriesDouble(int attempts, int seconds) {
    var failed = new Standing.ProbeFailed(1, Fault.BUSY, "busy", attempts);
    assertThat(failed.retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  @DisplayName(
      "A5, C23: a doubted route has no admission, and its canaries give it a fresh one or none")
  void doubtEndsByCanaries() {
    var doubted = new Standing.Doubted(3, (Standing.Admitted) admitted(3));
    var confirmed = Standing.confirmed(4, doubted);
    assertThat(doubted.admission()).isEmpty();
    assertThat(doubted.word()).isEqualTo("unproven");
    assertThat(confirmed.admission().orElseThrow().epoch()).isEqualTo(4);
    assertThat(confirmed.admission().orElseThrow().mode()).isEqualTo(new Mode(8, 2));
    assertThat(confirmed.admission().orElseThrow().verdictId()).isEqualTo("code/r/3");
    assertThat(Standing.alarmed(doubted, 4, REFUSAL).word()).isEqualTo("suspended");
    assertThat(Standing.confirmed(5, refused(4)).word()).isEqualTo("refused");
  }

  @Test
  void failuresInARowAreCounted() {
    var once = Standing.failed(new Standing.Unproven(1), 2, Fault.BUSY, "busy");
    var twice = Standing.failed(once, 3, Fault.BUSY, "busy");
    assertThat(twice).isEqualTo(new Standing.ProbeFailed(3, Fault.BUSY, "busy", 2));
    assertThat(Standing.failed(admitted(4), 5, Fault.BUSY, "busy"))
        .isEqualTo(new Standing.ProbeFailed(5, Fault.BUSY, "busy", 1));
  }
}
