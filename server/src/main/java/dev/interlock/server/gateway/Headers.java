package dev.interlock.server.gateway;

import dev.interlock.core.profile.Course;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.server.profiles.Shown;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/// What an answer's headers tell of it (design §5): requested, resolved and served are three facts.
/// Holds only what is known when they are sent.
interface Headers {
  CharSequence REQUESTED = HttpHeaders.createOptimized("x-interlock-requested");
  CharSequence PROFILE = HttpHeaders.createOptimized("x-interlock-profile");
  CharSequence ATTEMPTS = HttpHeaders.createOptimized("x-interlock-attempts");
  CharSequence OVERHEAD_US = HttpHeaders.createOptimized("x-interlock-overhead-us");
  CharSequence RESOLVED = HttpHeaders.createOptimized("x-interlock-resolved");
  CharSequence UPSTREAM = HttpHeaders.createOptimized("x-interlock-upstream");
  CharSequence CHECK = HttpHeaders.createOptimized("x-interlock-check");
  CharSequence DECISION = HttpHeaders.createOptimized("x-interlock-decision");
  CharSequence REASON = HttpHeaders.createOptimized("x-interlock-reason");
  CharSequence SERVED_MODEL = HttpHeaders.createOptimized("x-interlock-served-model");
  CharSequence SERVED_BY = HttpHeaders.createOptimized("x-interlock-served-by");

  CharSequence COST_USD = HttpHeaders.createOptimized("x-interlock-cost-usd");
  CharSequence BUDGET_LEFT = HttpHeaders.createOptimized("x-interlock-budget-remaining-usd");

  /// Nothing is known yet.
  Headers NONE = _ -> {};

  /// Puts them into an answer.
  void put(HttpServerResponse response);

  /// What is known of an exchange now.
  static Headers of(Exchange exchange) {
    return response -> {
      exchange.requested().ifPresent(name -> response.putHeader(REQUESTED, Shown.line(name)));
      exchange
          .attempt()
          .ifPresent(
              attempt -> {
                response.putHeader(PROFILE, exchange.profile().name());
                response.putHeader(ATTEMPTS, Integer.toString(attempt.number()));
                way(response, exchange, attempt);
                response.putHeader(OVERHEAD_US, Long.toString(exchange.ownMicros()));
              });
    };
  }

  private static void way(HttpServerResponse response, Exchange exchange, LiveAttempt attempt) {
    var candidate = attempt.candidate();
    response.putHeader(RESOLVED, Shown.line(candidate.route().model()));
    response.putHeader(UPSTREAM, Shown.line(candidate.route().host()));
    response.putHeader(CHECK, attempt.strength().word());
    response.putHeader(DECISION, candidate.decision().word());
    response.putHeader(REASON, reason(exchange, candidate));
    attempt.scan().model().ifPresent(model -> response.putHeader(SERVED_MODEL, Shown.line(model)));
    attempt.cost().ifPresent(cost -> response.putHeader(COST_USD, cost.amount().words()));
    attempt
        .toll()
        .flatMap(Toll::left)
        .ifPresent(left -> response.putHeader(BUDGET_LEFT, left.words()));
    if (attempt.answered()) {
      response.putHeader(SERVED_BY, candidate.route().name());
    }
  }

  /// Why this route.
  private static String reason(Exchange exchange, Candidate candidate) {
    return exchange
        .planned()
        .map(plan -> Course.reason(plan, exchange.tried(), candidate))
        .orElse(candidate.reason());
  }
}
