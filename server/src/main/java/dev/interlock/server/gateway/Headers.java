package dev.interlock.server.gateway;

import dev.interlock.core.ledger.Decision;
import dev.interlock.core.profile.Plan.Candidate;
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
      exchange.requested().ifPresent(name -> put(response, "requested", Shown.line(name)));
      exchange
          .attempt()
          .ifPresent(
              attempt -> {
                put(response, "profile", exchange.profile().name());
                put(response, "attempts", Integer.toString(attempt.number()));
                way(response, exchange, attempt);
                put(response, "overhead-us", Long.toString(exchange.ownMicros()));
              });
    };
  }

  private static void way(HttpServerResponse response, Exchange exchange, LiveAttempt attempt) {
    var candidate = attempt.candidate();
    put(response, "resolved", Shown.line(candidate.route().model()));
    put(response, "upstream", Shown.line(candidate.route().host()));
    put(response, "check", attempt.strength().word());
    put(response, "decision", candidate.decision().word());
    put(response, "reason", reason(exchange, candidate));
    attempt.scan().model().ifPresent(model -> put(response, "served-model", Shown.line(model)));
    if (attempt.answered()) {
      put(response, "served-by", candidate.route().name());
    }
  }

  /// Why this route: for one that stands in, what was wrong with the first that was tried.
  private static String reason(Exchange exchange, Candidate candidate) {
    var first = exchange.tried().stream().findFirst();
    if (first.isEmpty() || candidate.decision() == Decision.PRIMARY) {
      return candidate.reason();
    }
    return exchange
        .planned()
        .map(plan -> plan.candidates().get(first.get().candidate()).route())
        .map(route -> route.placement().word() + "_" + first.get().fault().word())
        .orElse(candidate.reason());
  }

  private static void put(HttpServerResponse response, String name, String value) {
    response.putHeader("x-interlock-" + name, value);
  }
}
