package dev.interlock.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.Gen;
import dev.interlock.core.ledger.Decision;
import dev.interlock.core.profile.Course.Step;
import dev.interlock.core.profile.Course.Tried;
import dev.interlock.core.profile.Plan.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What follows a failure.
class CourseTest {
  private static final Budget BUDGET = new Budget(3, Duration.ofSeconds(30));

  private static Plan plan(Integer... contexts) {
    return new Plan(
        IntStream.range(0, contexts.length)
            .mapToObj(
                i ->
                    new Candidate(
                        PlannerTest.route("r" + i, contexts[i]), 1, Decision.PRIMARY, "reason"))
            .toList(),
        List.of());
  }

  /// `0 unreachable` or `1 busy 2s`, comma between.
  private static List<Tried> tried(String words) {
    return Arrays.stream(words.split(","))
        .map(one -> one.strip().split(" "))
        .map(
            w ->
                new Tried(
                    Integer.parseInt(w[0]),
                    Fault.valueOf(w[1].toUpperCase(Locale.ROOT)),
                    w.length > 2 ? Optional.of(Duration.parse("PT" + w[2])) : Optional.empty()))
        .toList();
  }

  private static String words(Step step) {
    return switch (step) {
      case Step.Again again -> again.candidate() + " after " + again.pause().toMillis();
      case Step.GiveUp _ -> "give up";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | 0 unreachable                     | 0  | 1 after 0
          2 | 0 timeout                         | 29 | 1 after 0
          2 | 0 timeout                         | 30 | give up
          1 | 0 timeout                         | 2  | give up
          1 | 0 unreachable                     | 0  | 0 after 250
          1 | 0 reset                           | 0  | 0 after 250
          1 | 0 error, 0 error                  | 0  | 0 after 500
          1 | 0 error, 0 error, 0 error         | 0  | give up
          1 | 0 busy 2s                         | 0  | 0 after 2000
          1 | 0 busy 31s                        | 0  | give up
          1 | 0 busy 2s                         | 28 | give up
          1 | 0 busy 0.1s                       | 0  | 0 after 250
          2 | 0 busy 9s                         | 0  | 1 after 0
          2 | 0 busy 9s, 1 error                | 0  | 1 after 500
          2 | 0 timeout, 1 timeout              | 4  | give up
          2 | 0 denied, 1 error                 | 0  | 1 after 500
          2 | 0 out_of_credit                   | 0  | 1 after 0
          1 | 0 out_of_credit                   | 0  | give up
          3 | 0 refused                         | 0  | give up
          3 | 0 mismatch                        | 0  | give up
          3 | 0 unknown_host, 1 unknown_host    | 0  | 2 after 0
          """)
  @DisplayName("B3: one retry budget over all routes, and nothing that could not help is repeated")
  void steps(int routes, String before, int seconds, String expected) {
    var contexts = IntStream.range(0, routes).boxed().map(_ -> 100).toArray(Integer[]::new);

    assertThat(
            words(Course.after(plan(contexts), BUDGET, tried(before), Duration.ofSeconds(seconds))))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          100,100,200 | 2 after 0
          200,100     | give up
          100,200,300 | 1 after 0
          100         | give up
          """)
  void overflowGoesOnlyToALargerContext(String contexts, String expected) {
    var sizes = Arrays.stream(contexts.split(",")).map(Integer::valueOf).toArray(Integer[]::new);

    assertThat(words(Course.after(plan(sizes), BUDGET, tried("0 overflow"), Duration.ZERO)))
        .isEqualTo(expected);
  }

  @Test
  void anyHistoryEndsWithinItsBudget() {
    Gen.each(
        500,
        gen -> {
          int routes = gen.between(1, 4);
          var budget = new Budget(gen.between(1, 5), Duration.ofSeconds(gen.between(1, 20)));
          var plan =
              plan(IntStream.range(0, routes).mapToObj(i -> 100 + i).toArray(Integer[]::new));
          var faults = Fault.values();
          var tried = new ArrayList<Tried>();
          var elapsed = Duration.ZERO;
          int next = 0;
          while (true) {
            tried.add(
                new Tried(
                    next,
                    faults[gen.between(0, faults.length - 1)],
                    gen.between(0, 3) == 0
                        ? Optional.of(Duration.ofSeconds(gen.between(0, 30)))
                        : Optional.empty()));
            elapsed = elapsed.plusMillis(gen.between(0, 4_000));
            if (!(Course.after(plan, budget, tried, elapsed) instanceof Step.Again again)) {
              break;
            }
            elapsed = elapsed.plus(again.pause());
            assertThat(elapsed).isLessThan(budget.timeout());
            next = again.candidate();
          }
          assertThat(tried.size()).isLessThanOrEqualTo(budget.attempts());
        });
  }

  @Test
  void movingOnNeedsAnotherRouteAndAnAttemptLeft() {
    assertThat(Course.canMoveOn(plan(1, 1), BUDGET, List.of(), 0)).isTrue();
    assertThat(Course.canMoveOn(plan(1), BUDGET, List.of(), 0)).isFalse();
    assertThat(Course.canMoveOn(plan(1, 1), BUDGET, tried("0 error"), 1)).isFalse();
    assertThat(Course.canMoveOn(plan(1, 1), new Budget(1, Duration.ZERO), List.of(), 0)).isFalse();
  }
}
