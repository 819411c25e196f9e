package dev.interlock.server.rerank;

import dev.interlock.core.ledger.Ending;
import dev.interlock.core.profile.Course;
import dev.interlock.core.profile.Plan;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.core.profile.Profile;
import dev.interlock.runtime.egress.Trail;
import dev.interlock.runtime.upstream.Failure;
import dev.interlock.server.http.Answer;
import dev.interlock.server.profiles.NoRoute;
import dev.interlock.server.profiles.ProfileBook;
import dev.interlock.server.profiles.Shown;
import dev.interlock.wire.chat.RetryAfter;
import dev.interlock.wire.rerank.RerankCall;
import dev.interlock.wire.rerank.RerankReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// One request's way over its plan, to the first attempt that ranks all documents or to the last
/// failure. Scores of two routes are never mixed.
///
/// Thread: the request's own; blocks.
final class Round {
  private final Asked asked;
  private final Trail trail;
  private final List<Course.Tried> tried = new ArrayList<>();

  Round(Asked asked, Trail trail) {
    this.asked = asked;
    this.trail = trail;
  }

  /// What is asked.
  ///
  /// @param id the answer's own id
  record Asked(String id, RerankCall call, Profile profile) {}

  Answer run(ProfileBook profiles, RerankEndpoint.Clients clients) {
    long began = profiles.time().ticker().nanos();
    var plan = profiles.plan(asked.profile());
    if (plan.candidates().isEmpty()) {
      trail.withoutRoute(Ending.NOT_SENT, NoRoute.reasons(plan));
      return waiting(Answer.of(NoRoute.error(asked.profile(), plan)), NoRoute.retryAfter(plan))
          .with("x-interlock-profile", asked.profile().name());
    }
    int place = 0;
    while (true) {
      var candidate = plan.candidates().get(place);
      var limit = limit(plan, place, elapsed(profiles, began));
      var client = clients.client(asked.profile(), candidate.route());
      var way = new RouteAttempt.Way(candidate, client, limit);
      switch (new RouteAttempt(profiles, way, trail).rank(asked.call())) {
        case RouteAttempt.Ended.Ranked ranked -> {
          profiles.answered(candidate.route());
          return told(reply(ranked), plan, candidate);
        }
        case RouteAttempt.Ended.Failed failed -> {
          var failure = failed.failure();
          if (Thread.currentThread().isInterrupted()) {
            return refused(failure, plan, candidate); // the caller has left
          }
          profiles.failed(candidate.route(), failure);
          tried.add(new Course.Tried(place, failure.fault(), failure.asked()));
          var next = next(plan, elapsed(profiles, began));
          if (next.isEmpty() || !paused(profiles, next.get().pause())) {
            return refused(failure, plan, candidate);
          }
          place = next.get().candidate();
        }
      }
    }
  }

  private static Duration elapsed(ProfileBook profiles, long began) {
    return Duration.ofNanos(profiles.time().ticker().nanos() - began);
  }

  /// How long an attempt may take.
  private Duration limit(Plan plan, int place, Duration elapsed) {
    var patience = asked.profile().patience();
    var total = patience.limits().total();
    if (!Course.canMoveOn(plan, patience.budget(), tried, place)) {
      return total;
    }
    var share = patience.budget().beforeGivingWay(elapsed);
    return share.compareTo(total) < 0 ? share : total;
  }

  private Optional<Course.Step.Again> next(Plan plan, Duration elapsed) {
    return switch (Course.after(plan, asked.profile().patience().budget(), tried, elapsed)) {
      case Course.Step.GiveUp _ -> Optional.empty();
      case Course.Step.Again again -> Optional.of(again);
    };
  }

  /// Waits; says whether it was left in peace, which it is not when the program ends.
  private static boolean paused(ProfileBook profiles, Duration pause) {
    if (pause.isZero()) {
      return !Thread.currentThread().isInterrupted();
    }
    var over = new CountDownLatch(1);
    profiles.time().scheduler().after(pause, over::countDown);
    try {
      over.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Answer reply(RouteAttempt.Ended.Ranked ranked) {
    var call = asked.call();
    var documents = Optional.of(call.documents()).filter(_ -> call.returnDocuments());
    return Answer.json(
        200,
        new RerankReply(
                asked.id(),
                ranked.model(),
                ranked.ranking().best(call.wanted()),
                documents,
                ranked.promptTokens())
            .encode());
  }

  private Answer refused(Failure failure, Plan plan, Candidate candidate) {
    var answer = Answer.of(failure.error(candidate.route().name()));
    return told(waiting(answer, failure.asked()), plan, candidate);
  }

  private static Answer waiting(Answer answer, Optional<Duration> wait) {
    return wait.map(w -> answer.with("retry-after", RetryAfter.seconds(w))).orElse(answer);
  }

  /// What is known of the way, whatever came of it.
  private Answer told(Answer answer, Plan plan, Candidate candidate) {
    var route = candidate.route();
    return answer
        .with("x-interlock-profile", asked.profile().name())
        .with("x-interlock-resolved", Shown.line(route.model()))
        .with("x-interlock-upstream", Shown.line(route.host()))
        .with("x-interlock-decision", candidate.decision().word())
        .with("x-interlock-reason", Course.reason(plan, tried, candidate));
  }
}
