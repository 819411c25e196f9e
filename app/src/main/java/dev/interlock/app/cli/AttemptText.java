package dev.interlock.app.cli;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// One attempt in words, for a line or for the cells of a table.
///
/// @param attempt as the API shows it
/// @param zone whose clock a person reads
record AttemptText(JsonNode attempt, ZoneId zone) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /// `13:04:05 req_… local/app embed code-embedding -> L1 (embed-m, field) answered 12 ms, 34
  /// tokens`, with the reason where there is one.
  String line(Console console) {
    var reason = text("reason");
    return "%s %s  %s  %s %s -> %s  %s  %s%s"
        .formatted(
            console.dim(moment()),
            request(),
            who(),
            text("kind"),
            text("requested"),
            servedBy(),
            ending(console),
            figures(),
            reason.isEmpty() ? "" : "  " + reason);
  }

  /// When it began.
  String day() {
    return DAY.format(startedAt().atZone(zone));
  }

  /// When it ended.
  private String moment() {
    long micros = attempt.path("totalMs").asDecimal(BigDecimal.ZERO).movePointRight(3).longValue();
    return MOMENT.format(startedAt().plus(micros, ChronoUnit.MICROS).atZone(zone));
  }

  private Instant startedAt() {
    return Instant.parse(text("startedAt"));
  }

  /// The request's id, with the attempt's number after the first.
  String request() {
    int number = attempt.path("attempt").asInt();
    return text("requestId") + (number > 1 ? "#" + number : "");
  }

  /// The caller, and its project.
  String who() {
    var project = text("project");
    return project.isEmpty() ? text("caller") : text("caller") + "/" + project;
  }

  /// The route and the model that answered, with how that is known.
  String servedBy() {
    var route = text("route");
    if (route.isEmpty()) {
      return "no route";
    }
    var served = text("served");
    var why = text("decision").equals("fallback") ? ", fallback" : "";
    return served.isEmpty()
        ? route + (why.isEmpty() ? "" : " (fallback)")
        : "%s (%s, %s%s)".formatted(route, served, text("check"), why);
  }

  String ending(Console console) {
    var word = text("ending");
    var status = attempt.path("status");
    var told = status.isNumber() && status.asInt() != 200 ? word + " " + status.asInt() : word;
    return word.equals("answered") ? console.green(told) : console.red(told);
  }

  private String figures() {
    var tokens = tokens();
    return millis() + " ms" + (tokens.equals("-") ? "" : ", " + tokens + " tokens") + cost();
  }

  /// What it cost, with `~` for an estimate; nothing where nothing is known.
  private String cost() {
    var cost = attempt.path("costUsd");
    if (!cost.isNumber()) {
      return "";
    }
    var mark = text("costBasis").equals("estimate") ? "~" : "";
    return ", " + mark + cost.decimalValue().toPlainString() + " USD";
  }

  /// What it cost, with `~` for an estimate; `-` where nothing is known.
  String dollars() {
    var mark = text("costBasis").equals("estimate") ? "~" : "";
    var amount = Dollars.of(attempt.path("costUsd"));
    return amount.equals("-") ? amount : mark + amount;
  }

  String millis() {
    double total = attempt.path("totalMs").asDouble();
    return String.format(Locale.ROOT, total < 10 ? "%.1f" : "%.0f", total);
  }

  /// `in` or `in+out`, with `~` for an estimate.
  String tokens() {
    var prompt = attempt.path("promptTokens");
    var completion = attempt.path("completionTokens");
    if (!prompt.isNumber() && !completion.isNumber()) {
      return "-";
    }
    return (attempt.path("tokensEstimated").asBoolean() ? "~" : "")
        + prompt.asLong(0)
        + (completion.isNumber() ? "+" + completion.asLong() : "");
  }

  String text(String field) {
    return attempt.path(field).asString("");
  }
}
