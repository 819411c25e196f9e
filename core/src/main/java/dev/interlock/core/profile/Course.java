package dev.interlock.core.profile;

import dev.interlock.core.ledger.Decision;
import dev.interlock.core.profile.Fault.Next;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// What follows a failed attempt: the one retry budget, over all tiers (design §4).
///
/// Thread: any, pure.
public final class Course {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  private Course() {}

  /// An attempt that failed.
  ///
  /// @param candidate its place in the plan, from 0
  /// @param asked how long the upstream asked to be left alone
  public record Tried(int candidate, Fault fault, Optional<Duration> asked) {}

  /// What to do.
  public sealed interface Step {
    /// Another attempt.
    ///
    /// @param candidate its place in the plan, from 0
    /// @param pause how long to wait first
    record Again(int candidate, Duration pause) implements Step {}

    /// The last failure is the answer.
    record GiveUp() implements Step {}
  }

  /// The step after the last of the failures.
  ///
  /// @param tried what was tried, oldest first, at least one
  /// @param elapsed since the request came
  public static Step after(Plan plan, Budget budget, List<Tried> tried, Duration elapsed) {
    if (tried.size() >= budget.attempts() || elapsed.compareTo(budget.timeout()) >= 0) {
      return new Step.GiveUp();
    }
    var last = tried.getLast();
    return switch (last.fault().next()) {
      case NOBODY -> new Step.GiveUp();
      case LARGER -> larger(plan, tried);
      case OTHERS, ANYONE -> {
        var fresh = untried(plan, tried);
        yield fresh.isPresent()
            ? new Step.Again(fresh.getAsInt(), Duration.ZERO)
            : onceMore(plan, budget, tried, elapsed);
      }
    };
  }

  /// Whether another attempt could follow one on this candidate at once, at another route.
  public static boolean canMoveOn(Plan plan, Budget budget, List<Tried> tried, int candidate) {
    return tried.size() + 1 < budget.attempts()
        && IntStream.range(0, plan.candidates().size())
            .anyMatch(i -> i != candidate && !wasTried(tried, i) && plan.mayFollow(i));
  }

  /// Why this candidate answers: for one that stands in, what was wrong with the first that was
  /// tried.
  public static String reason(Plan plan, List<Tried> tried, Plan.Candidate candidate) {
    if (tried.isEmpty() || candidate.decision() == Decision.PRIMARY) {
      return candidate.reason();
    }
    var first = tried.getFirst();
    var route = plan.candidates().get(first.candidate()).route();
    return route.placement().word() + "_" + first.fault().reason();
  }

  private static OptionalInt untried(Plan plan, List<Tried> tried) {
    return IntStream.range(0, plan.candidates().size())
        .filter(i -> !wasTried(tried, i) && plan.mayFollow(i))
        .findFirst();
  }

  private static boolean wasTried(List<Tried> tried, int candidate) {
    return tried.stream().anyMatch(t -> t.candidate() == candidate);
  }

  private static Step larger(Plan plan, List<Tried> tried) {
    int context = plan.candidates().get(tried.getLast().candidate()).route().maxTokens();
    return IntStream.range(0, plan.candidates().size())
        .filter(i -> !wasTried(tried, i) && plan.mayFollow(i))
        .filter(i -> plan.candidates().get(i).route().maxTokens() > context)
        .<Step>mapToObj(i -> new Step.Again(i, Duration.ZERO))
        .findFirst()
        .orElseGet(Step.GiveUp::new);
  }

  /// The route that can soonest be asked again, if any is worth it.
  private static Step onceMore(Plan plan, Budget budget, List<Tried> tried, Duration elapsed) {
    Optional<Step.Again> best = Optional.empty();
    for (var failure : tried) {
      var now = lastOf(tried, failure.candidate());
      if (now.fault().next() != Next.ANYONE || !plan.mayFollow(now.candidate())) {
        continue;
      }
      var pause = pause(tried.size(), now.asked());
      if (best.isEmpty() || pause.compareTo(best.get().pause()) < 0) {
        best = Optional.of(new Step.Again(now.candidate(), pause));
      }
    }
    return best.filter(again -> elapsed.plus(again.pause()).compareTo(budget.timeout()) < 0)
        .<Step>map(again -> again)
        .orElseGet(Step.GiveUp::new);
  }

  private static Tried lastOf(List<Tried> tried, int candidate) {
    return tried.stream()
        .filter(t -> t.candidate() == candidate)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  private static Duration pause(int made, Optional<Duration> asked) {
    var ours = FIRST_PAUSE.multipliedBy(1L << Math.min(made - 1, 6));
    return asked.filter(wait -> wait.compareTo(ours) > 0).orElse(ours);
  }
}
