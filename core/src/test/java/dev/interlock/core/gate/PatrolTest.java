package dev.interlock.core.gate;

import static dev.interlock.core.gate.Synthetic.SET;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A3, A5: canaries inside live work")
final class PatrolTest {
  private static final int ACCENT = SET.position("accent-german");
  private static final int LONGEST = SET.position("longest-prose");
  private static final int SCRIPT = SET.position("script-korean");

  private final Patrol patrol = new Patrol(SET, 0);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 31, 45, 46, 63, 90, 200})
  @DisplayName("between two canaries go at most 90 texts, or one call where that holds more")
  void neverMoreThanNinetyTexts(int size) {
    int between = 0;
    int canaries = 0;
    for (int call = 0; call < 500; call++) {
      if (patrol.due(size, size).isPresent()) {
        canaries++;
        between = 0;
      } else {
        patrol.sent(size);
        between += size;
      }
      assertThat(between + size).isLessThanOrEqualTo(Math.max(Patrol.INTERVAL, size));
    }
    assertThat(canaries).isBetween(Math.min(500, 500 * size / Patrol.INTERVAL - 1), 500);
  }

  @Test
  @DisplayName("one text a call: a canary for each 89 of 2,000 texts")
  void singleTexts() {
    assertThat(walk(2_000)).hasSize(22);
  }

  @Test
  void theKindsTakeTurnsAndEachItsProbes() {
    var shown = walk(90 * 120).stream().map(Canary::position).toList();
    assertThat(
            IntStream.range(0, shown.size() - 6)
                .allMatch(
                    i ->
                        shown.subList(i, i + 6).stream()
                                .map(p -> Probes.canaryKind(SET, p).orElseThrow())
                                .distinct()
                                .count()
                            == 6))
        .isTrue();
    var all = new HashSet<Integer>();
    IntStream.range(0, 60).forEach(turn -> all.addAll(Probes.canaries(SET, turn)));
    assertThat(new HashSet<>(shown)).isEqualTo(all);
  }

  @Test
  void thePlaceRotatesOverTheWholeCall() {
    var places = IntStream.range(1, 60).mapToObj(n -> new Canary(n, 0).place(7)).toList();
    assertThat(new HashSet<>(places)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(new Canary(3, 0).place(0)).isZero();
  }

  @Test
  void aCanaryThatBroughtNothingIsOwed() {
    walk(88);
    assertThat(patrol.due(1, 1)).isEmpty();
    patrol.silent();
    assertThat(patrol.due(1, 1)).isPresent();
    assertThat(patrol.due(1, 1)).isEmpty();
  }

  @Test
  @DisplayName("A5: after a change of the whole route the last check that agreed vouches")
  void theLastGoodCheckVouches() {
    patrol.agreed(patrol.check(), List.of(LONGEST));
    patrol.agreed(patrol.check(), List.of(SCRIPT));
    long alarm = patrol.check();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(all()))).isEqualTo(2);
  }

  @Test
  @DisplayName("A5: a fault of one kind of text puts in doubt what came since that kind was asked")
  void aCheckVouchesOnlyForWhatItSees() {
    patrol.agreed(patrol.check(), List.of(ACCENT));
    patrol.agreed(patrol.check(), List.of(LONGEST));
    patrol.agreed(patrol.check(), List.of(SCRIPT));
    long alarm = patrol.check();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(List.of(ACCENT)))).isEqualTo(1);
  }

  @Test
  @DisplayName("A5: of a route that answers now so, now so, nothing since its admission holds")
  void anUnsteadyRouteHasNoGoodCheck() {
    patrol.agreed(patrol.check(), List.of(LONGEST));
    patrol.agreed(patrol.check(), List.of(ACCENT));
    long alarm = patrol.check();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(List.of()))).isZero();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(List.of(LONGEST)))).isZero();
    var mixed = new Drifted(List.of(ACCENT, LONGEST), List.of(SCRIPT));
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), Optional.of(mixed))).isZero();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(List.of(ACCENT)))).isEqualTo(2);
  }

  @Test
  @DisplayName("A5: of a route that can't be asked any more nothing since its admission holds")
  void aSilentRouteHasNoGoodCheck() {
    patrol.agreed(patrol.check(), List.of(ACCENT));
    long alarm = patrol.check();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), Optional.empty())).isZero();
  }

  @Test
  void aLaterCheckDoesNotVouchForAnEarlierAlarm() {
    patrol.agreed(patrol.check(), List.of(ACCENT));
    long alarm = patrol.check();
    patrol.agreed(patrol.check(), List.of(ACCENT));
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(all()))).isEqualTo(1);
  }

  @Test
  void manyChecksLeaveTheLatestToVouch() {
    for (int i = 0; i < 1_000; i++) {
      patrol.agreed(patrol.check(), List.of(ACCENT));
    }
    long alarm = patrol.check();
    assertThat(patrol.doubtful(alarm, List.of(ACCENT), drifted(all()))).isEqualTo(1_000);
  }

  @Test
  @DisplayName("A5: at a job's end a canary goes out where 30 texts or more are not vouched for")
  void theEndOfAJobIsChecked() {
    assertThat(patrol.came(29)).isZero();
    assertThat(patrol.atEnd()).isEmpty();
    assertThat(patrol.came(1)).isZero();
    var canary = patrol.atEnd().orElseThrow();
    assertThat(canary.number()).isOne();
    assertThat(patrol.unvouched()).as("until it agrees").isEqualTo(30);
    assertThat(patrol.came(5)).as("the next stretch").isOne();
    patrol.agreed(canary.number(), List.of(canary.position()));
    assertThat(patrol.unvouched()).as("what came after it was asked").isEqualTo(5);
    assertThat(patrol.atEnd()).isEmpty();
  }

  @Test
  @DisplayName("A5: the canaries of jobs' ends take their turn like those among the texts")
  void theCanaryAtTheEndIsTheNextOfTheRotation() {
    patrol.came(90);
    int first = patrol.atEnd().orElseThrow().position();
    int second = patrol.due(90, 90).orElseThrow().position();
    int third = patrol.atEnd().orElseThrow().position();
    assertThat(List.of(first, second, third))
        .isEqualTo(walk(new Patrol(SET, 0), 300).stream().limit(3).map(Canary::position).toList());
  }

  @Test
  @DisplayName("A5: what vouches is known by kind, for the disk")
  void whatVouchesIsKnownByKind() {
    assertThat(patrol.vouched()).isEqualTo(Vouched.atAdmission(SET));
    patrol.agreed(patrol.check(), List.of(LONGEST));
    patrol.agreed(patrol.check(), List.of(SCRIPT, ACCENT));
    var vouched = patrol.vouched();
    assertThat(vouched.last()).isEqualTo(2);
    assertThat(vouched.agreed()).containsExactlyInAnyOrder(1L, 2L, 2L, 0L, 0L, 0L);
  }

  private List<Canary> walk(int texts) {
    return walk(patrol, texts);
  }

  private static List<Canary> walk(Patrol patrol, int texts) {
    var shown = new ArrayList<Canary>();
    for (int i = 0; i < texts; i++) {
      patrol.due(1, 1).ifPresent(shown::add);
      patrol.sent(1);
    }
    return shown;
  }

  private static Optional<Drifted> drifted(List<Integer> always) {
    return Optional.of(new Drifted(always, List.of()));
  }

  private static List<Integer> all() {
    return IntStream.range(0, SET.size()).boxed().toList();
  }
}
