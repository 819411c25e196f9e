package dev.interlock.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `interlock explain`.
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description =
        "Print who would serve a profile or a role now, and who would not and why. Sends nothing.",
    footer = {"", "Exit codes: 0 shown, 1 no such name, 2 unreadable body, 4 no server."})
final class ExplainCommand implements Callable<Integer> {
  @Option(
      names = "--profile",
      required = true,
      paramLabel = "NAME",
      description = "The profile or role, as callers ask for it.")
  private String profile = "";

  @Option(
      names = "--body",
      paramLabel = "FILE",
      description = "A chat completion's body, judged as if it had come.")
  private @Nullable Path body;

  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    var console = Console.system();
    var question = new HashMap<String, String>();
    question.put("profile", profile);
    if (body != null) {
      question.put("body", read(body));
    }
    try (var server = options.remote()) {
      var plan = server.need(server.post("/api/v1/explain", question));
      if (options.json()) {
        console.out().println(RemoteServer.pretty(plan));
      } else {
        print(console, plan);
      }
      return Exit.OK;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new CommandFailure(
          Exit.USAGE, "%s can't be read as UTF-8: %s".formatted(file, e.getMessage()));
    }
  }

  private static void print(Console console, JsonNode plan) {
    if (plan.path("kind").asString().equals("embed")) {
      role(console, plan);
    } else {
      profile(console, plan);
    }
    for (var e : plan.path("excluded")) {
      console
          .out()
          .printf(
              "%nexcluded: %s (%s) %s%n",
              e.path("route").asString(), e.path("model").asString(), e.path("reason").asString());
    }
  }

  private static void role(Console console, JsonNode plan) {
    console
        .out()
        .printf(
            "%s: policy %s, table %s, %s%n",
            plan.path("profile").asString(),
            plan.path("policy").asString(),
            plan.path("table").asString(),
            plan.path("reference").isNull()
                ? "not built yet"
                : "compared with " + plan.path("reference").asString());
    var table =
        new TextTable(
            "RANK", "ROUTE", "MODEL", "UPSTREAM", "GRADE", "DECISION", "REASON", "CHECK", "PRICE");
    for (var c : plan.path("candidates")) {
      table.row(
          c.path("rank").asString(),
          c.path("route").asString(),
          c.path("model").asString(),
          c.path("upstream").asString(),
          c.path("grade").asString("-"),
          c.path("decision").asString(),
          c.path("reason").asString(),
          c.path("check").asString(),
          c.path("price").asString());
    }
    console.out().print(table.render(console));
    CoverageText.of(plan, plan.path("profile").asString()).ifPresent(console.out()::println);
  }

  /// What a role adds to a profile.
  private static String rule(JsonNode plan) {
    if (!plan.hasNonNull("policy")) {
      return "";
    }
    return "policy %s, fallback %s, "
        .formatted(plan.path("policy").asString(), plan.path("fallback").asString());
  }

  private static void profile(Console console, JsonNode plan) {
    console
        .out()
        .printf(
            "%s: %sup to %s attempts within %s ms, delivery %s%n",
            plan.path("profile").asString(),
            rule(plan),
            plan.path("attempts").asString(),
            plan.path("timeoutMillis").asString(),
            plan.path("delivery").asString());
    var table =
        new TextTable(
            "RANK", "ROUTE", "MODEL", "UPSTREAM", "TIER", "DECISION", "REASON", "CHECK", "PRICE");
    for (var c : plan.path("candidates")) {
      table.row(
          c.path("rank").asString(),
          c.path("route").asString(),
          c.path("model").asString(),
          c.path("upstream").asString(),
          c.path("tier").asString(),
          c.path("decision").asString(),
          c.path("reason").asString(),
          c.path("check").asString(),
          c.path("price").asString());
    }
    console.out().print(table.render(console));
  }
}
