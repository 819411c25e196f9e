package dev.interlock.it.sim;

import dev.interlock.core.budget.Lease;
import dev.interlock.core.budget.News;
import dev.interlock.core.budget.Order;
import dev.interlock.core.budget.Outcome;
import dev.interlock.core.budget.View;
import dev.interlock.runtime.account.Permits;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// Permits that pass everything on to others, for a bug to change one thing.
class PermitsOver implements Permits {
  private final Permits real;

  PermitsOver(Permits real) {
    this.real = real;
  }

  @Override
  public Waiting ask(Wish wish, Asker asker) {
    return real.ask(wish, asker);
  }

  @Override
  public void renewed(Lease lease, Duration term) {
    real.renewed(lease, term);
  }

  @Override
  public void ended(Lease lease, Outcome outcome) {
    real.ended(lease, outcome);
  }

  @Override
  public void discovered(OptionalInt reportedRpm, Optional<News> money, long askedNanos) {
    real.discovered(reportedRpm, money, askedNanos);
  }

  @Override
  public void notDiscovered(String why) {
    real.notDiscovered(why);
  }

  @Override
  public void ordered(Order order) {
    real.ordered(order);
  }

  @Override
  public void limited(OptionalInt permits) {
    real.limited(permits);
  }

  @Override
  public void weighted(String project, int weight) {
    real.weighted(project, weight);
  }

  @Override
  public void projectPaused(String project, Duration pause) {
    real.projectPaused(project, pause);
  }

  @Override
  public View view() {
    return real.view();
  }
}
