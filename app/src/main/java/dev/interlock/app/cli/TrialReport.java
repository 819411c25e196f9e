package dev.interlock.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The answer to `gate --against` for a person: the verdict, every rule, the text that proves it,
/// what to do.
final class TrialReport {
  private static final int NAMES = 12;
  private static final String BROKEN = "BROKEN";

  private final Console console;
  private final JsonNode answer;
  private final StringBuilder text = new StringBuilder();

  TrialReport(Console console, JsonNode answer) {
    this.console = console;
    this.answer = answer;
  }

  String render() {
    verdict();
    if (!of("verdict").equals("probe_failed")) {
      rules();
      proof();
    }
    advice();
    return text.toString();
  }

  private void verdict() {
    var who =
        identity("model").isEmpty()
            ? identity("url")
            : identity("model") + " at " + identity("url");
    var table = identity("table");
    switch (of("verdict")) {
      case "admitted" ->
          line(
              console.bold(console.green("ADMITTED"))
                  + "  %s may share table %s: grade %s".formatted(who, table, of("grade")));
      case "refused" ->
          line(
              console.bold(console.red("REFUSED"))
                  + "  %s may not share table %s".formatted(who, table));
      default ->
          line(
              console.bold(console.red("NOT MEASURED"))
                  + "  %s gave no whole answer for table %s".formatted(who, table));
    }
    if (!of("reason").isEmpty()) {
      line(of("reason"));
    }
    var facts = new ArrayList<String>();
    facts.add("table " + table + " is " + identity("space") + ", built by " + identity("builder"));
    if (!identity("served").isEmpty()) {
      facts.add("the server says it served " + identity("served"));
    }
    if (!identity("engine").isEmpty()) {
      facts.add("it holds " + identity("engine"));
    }
    line(console.dim(String.join("; ", facts)));
  }

  private void rules() {
    var table = new TextTable("RULE", "", "VALUE", "LINE", "PROBE", "FAILING");
    for (var rule : answer.path("rules")) {
      var failing = rule.path("failing").size();
      table.row(
          rule.path("rule").asString(),
          mark(rule.path("holds")),
          figure(rule.path("value")),
          line(rule),
          rule.path("probe").asString("-"),
          failing == 0 ? "-" : failing + " of " + of("probes"));
    }
    line("");
    text.append(table.render(console).replace(BROKEN, console.red(BROKEN)));
    line("");
    line("mean cosine %s (never judged)%s".formatted(figure(answer.path("meanCosine")), self()));
  }

  /// How far batches agree with one text a call, where any were asked.
  private String self() {
    return answer.path("selfAgreement").isNumber()
        ? "; agreement with itself in batches " + figure(answer.path("selfAgreement"))
        : "";
  }

  private static String mark(JsonNode holds) {
    if (!holds.isBoolean()) {
      return "not measured";
    }
    return holds.asBoolean() ? "holds" : BROKEN;
  }

  private static String line(JsonNode rule) {
    if (!rule.path("floor").isNumber()) {
      return "-";
    }
    var floor = rule.path("floor").decimalValue().stripTrailingZeros().toPlainString();
    return switch (rule.path("rule").asString()) {
      case "displacement" -> "<= " + floor;
      case "dimension" -> "= " + floor;
      default -> ">= " + floor;
    };
  }

  private static String figure(JsonNode value) {
    if (!value.isNumber()) {
      return "-";
    }
    double figure = value.asDouble();
    return figure > 1.5
        ? String.valueOf(Math.round(figure))
        : String.format(Locale.ROOT, "%.4f", figure);
  }

  private void proof() {
    if (of("worstText").isEmpty() || of("grade").equals("same")) {
      return;
    }
    boolean refused = of("verdict").equals("refused");
    line("");
    line(
        console.bold(refused ? "The text that proves it" : "The text that is furthest off")
            + " (probe %s, %s)".formatted(of("worstProbe"), of("worstKind")));
    line("  " + VisibleText.of(of("worstText")));
  }

  private void advice() {
    line("");
    line(console.bold("What to do"));
    switch (of("verdict")) {
      case "admitted" -> admitted();
      case "refused" -> refused();
      default -> notMeasured();
    }
  }

  private void admitted() {
    line("  Add it to interlock.yaml; it is measured again before it serves:");
    line("    hosts:  {new: {url: \"%s\"}}".formatted(identity("url")));
    line(
        "    routes: {new: {host: new, model: \"%s\", maxTokens: %s, maxBatch: %s}}"
            .formatted(identity("model"), identity("maxTokens"), of("batch")));
    if (identity("placement").equals("cloud")) {
      line("  Outside your network: say cloud: true, and pin the upstream provider.");
    }
    unlisted();
  }

  private void refused() {
    if (!of("remedy").isEmpty()) {
      line("  " + capital(of("remedy")) + ".");
    }
    line("  No setting lowers a line. Serve what built the table, or give this server a table of");
    line("  its own (another --home).");
    unlisted();
  }

  private void notMeasured() {
    var offered = offered();
    switch (of("code")) {
      case "upstream_unreachable" -> line("  Start the server, or mend the address.");
      case "upstream_timeout", "upstream_busy" -> line("  Try again once it has less to do.");
      case "upstream_denied" ->
          line(
              "  Mend the model's name, the path of the URL, or the key of its host in"
                  + " interlock.yaml.");
      default -> line("  See the server's own log; its answer to a probe is the reason above.");
    }
    if (!offered.isEmpty()) {
      line("  The server offers: " + shown(offered));
    }
  }

  private void unlisted() {
    var offered = offered();
    if (!offered.isEmpty() && !offered.contains(identity("model"))) {
      line("  The server answers to any name; it offers: " + shown(offered));
    }
  }

  private List<String> offered() {
    return answer.path("identity").path("offered").valueStream().map(JsonNode::asString).toList();
  }

  private static String shown(List<String> names) {
    var shown = names.stream().limit(NAMES).collect(Collectors.joining(", "));
    return names.size() > NAMES ? shown + " and " + (names.size() - NAMES) + " more" : shown;
  }

  private static String capital(String sentence) {
    return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
  }

  private String of(String field) {
    return answer.path(field).asString("");
  }

  private String identity(String field) {
    return answer.path("identity").path(field).asString("");
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
