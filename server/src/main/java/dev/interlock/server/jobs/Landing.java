package dev.interlock.server.jobs;

import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.TextOutcome;
import dev.interlock.core.fanout.Result;
import dev.interlock.runtime.account.Held;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a call's outcomes, text by text, mean to the queue.
///
/// Thread: any, pure.
final class Landing {
  private Landing() {}

  /// @param texts numbers of the texts
  /// @param outcomes one for each
  static Result of(List<Long> texts, List<TextOutcome> outcomes) {
    var good = new HashSet<Long>();
    var flawed = new HashSet<Long>();
    var hopeless = new HashSet<Long>();
    for (int i = 0; i < texts.size(); i++) {
      switch (outcomes.get(i)) {
        case TextOutcome.Embedded _ -> good.add(texts.get(i));
        case TextOutcome.Failed failed when failed.fault().ofTheRoute() -> {}
        case TextOutcome.Failed failed when failed.fault() == Fault.TOO_LONG && texts.size() == 1 ->
            hopeless.add(texts.get(i));
        case TextOutcome.Failed _ -> flawed.add(texts.get(i));
      }
    }
    if (!good.isEmpty() || !hopeless.isEmpty()) {
      return new Result.Answered(good, flawed, hopeless);
    }
    return nothing(outcomes.stream().map(Landing::fault).toList());
  }

  /// What let nothing through, where that is why a text has no vector.
  static Optional<Held> held(List<TextOutcome> outcomes) {
    for (var outcome : outcomes) {
      if (outcome instanceof TextOutcome.Failed failed && failed.hold().isPresent()) {
        return Optional.of(new Held(failed.hold().get(), "can't serve: " + failed.message()));
      }
    }
    return Optional.empty();
  }

  private static Fault fault(TextOutcome outcome) {
    return switch (outcome) {
      case TextOutcome.Failed failed -> failed.fault();
      case TextOutcome.Embedded _ -> throw new IllegalArgumentException("this text has a vector");
    };
  }

  private static Result nothing(List<Fault> faults) {
    if (faults.contains(Fault.BUSY) || faults.contains(Fault.WITHHELD)) {
      return new Result.Postponed(OptionalLong.empty());
    }
    return faults.stream().anyMatch(Fault::ofTheRoute)
        ? new Result.Lost()
        : new Result.Refused(faults.stream().allMatch(Landing::perhapsSize));
  }

  /// Whether the engine may have meant the number of texts, or of their tokens all told.
  private static boolean perhapsSize(Fault fault) {
    return switch (fault) {
      case REFUSED, TOO_LONG, COUNT -> true;
      case UNREACHABLE,
          TIMEOUT,
          BUSY,
          ENGINE_ERROR,
          DENIED,
          WITHHELD,
          MISMATCH,
          INVALID_RESPONSE,
          DIMENSION,
          NOT_FINITE,
          ZERO_VECTOR ->
          false;
    };
  }
}
