package dev.interlock.app.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `interlock jobs` with its verbs.
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = "List index jobs, newest first; wait for, verify, show or stop one.",
    subcommands = {
      JobsCommand.Wait.class,
      JobsCommand.Verify.class,
      JobsCommand.Show.class,
      JobsCommand.Stop.class
    })
final class JobsCommand extends Asking {
  private static final Set<String> ENDED = Set.of("completed", "completed_with_failures", "failed");

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "Jobs at the most (default: 20).")
  private int limit;

  @Override
  JsonNode ask(RemoteServer server) {
    return server.need(server.get("/api/v1/jobs?limit=" + limit));
  }

  @Override
  void show(Console console, JsonNode answer) {
    if (answer.path("jobs").isEmpty()) {
      console.out().println("No jobs yet. Start one with: interlock index DIR");
      return;
    }
    var table = new TextTable("ID", "PROJECT", "STATE", "STORED", "FAILED", "SKIPPED", "STARTED");
    for (var job : answer.path("jobs")) {
      table.row(
          job.path("id").asString(),
          job.path("project").asString(),
          job.path("state").asString(),
          "%d/%d".formatted(job.path("stored").asLong(), job.path("expected").asLong()),
          job.path("failed").asString(),
          job.path("skippedCount").asString(),
          job.path("startedAt").asString().replaceFirst("\\..*Z", "Z"));
    }
    console.out().print(table.render(console));
    for (var job : answer.path("jobs")) {
      var reason = job.path("reason").asString("");
      if (!reason.isEmpty()) {
        console.out().printf("%n%s: %s%n", job.path("id").asString(), reason);
      }
    }
  }

  /// The exit code of a job's state (design §10).
  static int exitCode(String state) {
    return switch (state) {
      case "completed" -> Exit.OK;
      case "failed" -> Exit.FAILED;
      default -> Exit.NOT_WHOLE;
    };
  }

  /// `interlock jobs wait`.
  @Command(
      name = "wait",
      mixinStandardHelpOptions = true,
      description = "Wait until the newest job, or the one named, has ended or is paused.",
      footer = {
        "",
        "Exit codes: 0 completed; 3 completed_with_failures, paused or time-out; 1 failed; 4 no"
            + " server."
      })
  static final class Wait implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(500);

    @Mixin private JobParameter job = new JobParameter();

    @Option(
        names = "--timeout",
        paramLabel = "SECONDS",
        defaultValue = "3600",
        description = "How long to wait at the most (default: 3600).")
    private long timeout;

    @Mixin private Options options = new Options();

    @Override
    public Integer call() {
      var console = Console.system();
      try (var server = options.remote();
          var progress = JobProgress.on(console, options.json())) {
        return new Following(server, progress, POLL).until(job.id(), Duration.ofSeconds(timeout));
      }
    }
  }

  static boolean settled(String state) {
    return ENDED.contains(state) || state.startsWith("paused");
  }

  /// `interlock jobs verify`.
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = "Recount the rows on disk by id against the job's manifest.",
      footer = {"", "Exit codes: 0 whole; 3 rows are missing, each is named; 4 no server."})
  static final class Verify extends Asking {
    @Mixin private JobParameter job = new JobParameter();

    @Override
    JsonNode ask(RemoteServer server) {
      return server.need(server.get(job.path() + "/verify"));
    }

    @Override
    void show(Console console, JsonNode answer) {
      console
          .out()
          .printf(
              "%d of %d rows are on disk%n",
              answer.path("stored").asLong(), answer.path("expected").asLong());
      missing(console, answer.path("missing"));
    }

    @Override
    int code(JsonNode answer) {
      return answer.path("missing").isEmpty() ? Exit.OK : Exit.NOT_WHOLE;
    }

    /// A line for each file, since a file lost whole may have hundreds of rows; `--json` names each
    /// row.
    private static void missing(Console console, JsonNode rows) {
      var byFile = new TreeMap<String, Integer>();
      rows.forEach(row -> byFile.merge(row.path("path").asString(), 1, Integer::sum));
      byFile.forEach(
          (path, count) ->
              console.out().printf(Locale.ROOT, "missing: %s  (%d rows)%n", path, count));
    }
  }

  /// `interlock jobs show`.
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show one job with the files it left out and the chunks it gave up.")
  static final class Show extends Asking {
    @Mixin private JobParameter job = new JobParameter();

    @Override
    JsonNode ask(RemoteServer server) {
      return server.need(server.get(job.path()));
    }

    @Override
    void show(Console console, JsonNode answer) {
      var job = answer.path("job");
      console
          .out()
          .printf(
              "%s  %s  %s%n%d of %d chunks stored, %d failed, %d texts embedded, %d reused%n",
              console.bold(job.path("id").asString()),
              job.path("state").asString(),
              job.path("root").asString(),
              job.path("stored").asLong(),
              job.path("expected").asLong(),
              job.path("failed").asLong(),
              job.path("embedded").asLong(),
              job.path("reused").asLong());
      for (var skip : answer.path("skipped")) {
        console
            .out()
            .printf(
                "skipped  %-16s %s%n",
                skip.path("reason").asString(), skip.path("path").asString());
      }
      for (var failure : answer.path("failures")) {
        console
            .out()
            .printf(
                "failed   %s:%d-%d  %s%n",
                failure.path("path").asString(),
                failure.path("startLine").asInt(),
                failure.path("endLine").asInt(),
                failure.path("message").asString());
      }
    }
  }

  /// `interlock jobs stop`.
  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stop a running job after its present batch; the next run goes on from there.")
  static final class Stop extends Asking {
    @Mixin private JobParameter job = new JobParameter();

    @Override
    JsonNode ask(RemoteServer server) {
      return server.need(server.post(job.path() + "/stop", Map.of()));
    }

    @Override
    void show(Console console, JsonNode answer) {
      console.out().println("stopping " + answer.path("job").path("id").asString());
    }
  }
}
