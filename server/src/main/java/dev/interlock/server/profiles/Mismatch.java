package dev.interlock.server.profiles;

import dev.interlock.core.answer.Match;
import dev.interlock.core.answer.ModelCheck;
import dev.interlock.core.profile.Fault;
import dev.interlock.runtime.upstream.Failure;
import java.util.Optional;

/// Another model answered than the route promises (B7), in words. Thread: any, pure.
public final class Mismatch {
  private Mismatch() {}

  /// The failure, where there is one.
  ///
  /// @param found what the check made of the answer
  /// @param answered the model that the answer names
  public static Optional<Failure> of(Match found, ModelCheck check, Optional<String> answered) {
    return switch (found) {
      case MATCHED -> Optional.empty();
      case MISMATCH ->
          Optional.of(
              wrong(
                  check,
                  check.proved()
                      ? "answered as " + answered.map(Shown::line).orElse("no model")
                      : "has another model by its engine's own state"));
      case ABSENT -> Optional.of(wrong(check, "answered without naming its model"));
    };
  }

  private static Failure wrong(ModelCheck check, String what) {
    return Failure.of(
        Fault.MISMATCH, "%s; expected %s".formatted(what, String.join(" or ", check.accepted())));
  }
}
