package dev.interlock.it.sim;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import dev.interlock.runtime.account.Permits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;

/// A bug: a rate a minute that counts calls when they have ended, and not when they start.
final class CompletionWindow extends PermitsOver {
  private static final long MINUTE = 60 * Ground.SECOND;

  private final Ground ground;
  private final Deque<Long> ended = new ArrayDeque<>();
  private OptionalInt rpm = OptionalInt.empty();
  private boolean open = true;

  CompletionWindow(Ground ground, Permits real) {
    super(real);
    this.ground = ground;
  }

  @Override
  public void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos) {
    rpm = reportedRpm;
    super.discovered(OptionalInt.empty(), money, askedNanos);
  }

  @Override
  public void ended(Lease lease, Outcome outcome) {
    ended.addLast(ground.now());
    while (ground.now() - ended.getFirst() >= MINUTE) {
      ended.removeFirst();
    }
    boolean full = ended.size() >= rpm.orElse(Integer.MAX_VALUE);
    if (full == open) {
      open = !full;
      super.limited(full ? OptionalInt.of(1) : OptionalInt.empty());
    }
    super.ended(lease, outcome);
  }

  @Override
  public View view() {
    var real = super.view();
    return new View(
        real.state(),
        real.permits(),
        new View.Rpm(rpm, rpm, rpm, real.rpm().started()),
        real.cooldownUntilNanos(),
        real.opensNanos(),
        real.meanLatencyNanos());
  }
}
