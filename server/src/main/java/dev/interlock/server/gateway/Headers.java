package dev.interlock.server.gateway;

import dev.interlock.core.profile.Course;
import dev.interlock.core.profile.Plan.Candidate;
import dev.interlock.server.profiles.Shown;
import io.vertx.core.http.HttpServerResponse;

/// What an answer's headers tell of it (design §5): requested, resolved and served are three facts.
/// Holds only what is known when they are sent.
interface Headers {
  /// Nothing is known yet.
  Headers NONE = _ -> {};

  /// Puts them into an answer.
  void put(HttpServerResponse response);

  /// What is known of an exchange now.
  static Headers of(Exchange exchange) {
    return response -> {
      exchange
          .requested()
          .ifPresent(name -> response.putHeader("x-interlock-requested", Shown.line(name)));
      exchange
          .attempt()
          .ifPresent(
              attempt -> {
                response.putHeader("x-interlock-profile", exchange.profile().name());
                response.putHeader("x-interlock-attempts", Integer.toString(attempt.number()));
                way(response, exchange, attempt);
                response.putHeader("x-interlock-overhead-us", Long.toString(exchange.ownMicros()));
              });
    };
  }

  private static void way(HttpServerResponse response, Exchange exchange, LiveAttempt attempt) {
    var candidate = attempt.candidate();
    response.putHeader("x-interlock-resolved", Shown.line(candidate.route().model()));
    response.putHeader("x-interlock-upstream", Shown.line(candidate.route().host()));
    response.putHeader("x-interlock-check", attempt.strength().word());
    response.putHeader("x-interlock-decision", candidate.decision().word());
    response.putHeader("x-interlock-reason", reason(exchange, candidate));
    attempt
        .scan()
        .model()
        .ifPresent(model -> response.putHeader("x-interlock-served-model", Shown.line(model)));
    if (attempt.answered()) {
      response.putHeader("x-interlock-served-by", candidate.route().name());
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
