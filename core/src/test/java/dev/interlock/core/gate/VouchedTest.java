package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.SET;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A5: which rows are in doubt where a route is refused without an alarm before")
final class VouchedTest {
  private static final int ACCENT = SET.position("accent-german");
  private static final int LONGEST = SET.position("longest-prose");
  private static final int SCRIPT = SET.position("script-korean");
  private static final int UNSEEN =
      IntStream.range(0, SET.size())
          .filter(i -> Probes.canaryKind(SET, i).isEmpty())
          .findFirst()
          .orElseThrow();

  private final Vouched vouched = vouched();

  private static Vouched vouched() {
    var patrol = new Patrol(SET, 0);
    patrol.agreed(patrol.check(), List.of(ACCENT));
    patrol.agreed(patrol.check(), List.of(LONGEST));
    return patrol.vouched();
  }

  @Test
  void anotherEncoderLeavesWhatCameSinceTheLastCheck() {
    var all = IntStream.range(0, SET.size()).boxed().toList();
    assertThat(vouched.doubtful(SET, drifted(all, List.of()))).isEqualTo(2);
  }

  @Test
  void aCheckVouchesOnlyForWhatItSees() {
    assertThat(vouched.doubtful(SET, drifted(List.of(ACCENT), List.of()))).isOne();
    assertThat(vouched.doubtful(SET, drifted(List.of(SCRIPT), List.of()))).isZero();
    assertThat(vouched.doubtful(SET, drifted(List.of(UNSEEN), List.of()))).isZero();
  }

  @Test
  void nothingVouchesForAnUnsteadyRoute() {
    assertThat(vouched.doubtful(SET, drifted(List.of(LONGEST), List.of(ACCENT)))).isZero();
    assertThat(vouched.doubtful(SET, drifted(List.of(), List.of(ACCENT)))).isZero();
  }

  @Test
  void nothingVouchesForARouteThatCouldNotBeAskedAgain() {
    assertThat(vouched.doubtful(SET, Optional.empty())).isZero();
  }

  @Test
  void whoAnswersAsAtItsAdmissionIsJudgedByItsLastCheck() {
    assertThat(vouched.doubtful(SET, drifted(List.of(), List.of()))).isEqualTo(2);
  }

  @Test
  void anAdmissionVouchesForNothingThatComesAfterIt() {
    assertThat(Vouched.atAdmission(SET).last()).isZero();
    assertThat(Vouched.atAdmission(SET).agreed()).hasSize(6);
  }

  private static Optional<Drifted> drifted(List<Integer> always, List<Integer> sometimes) {
    return Optional.of(new Drifted(always, sometimes));
  }
}
