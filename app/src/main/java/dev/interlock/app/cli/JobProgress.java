package dev.interlock.app.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How a running job looks: a bar on a terminal, a plain line now and then in a pipe, JSON at the
/// end for programs.
final class JobProgress implements AutoCloseable {
  private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();

  private final Console console;
  private final boolean json;
  private @Nullable ProgressBar bar;
  private String barPhase = "";
  private long lastLine = Long.MIN_VALUE;

  private JobProgress(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  static JobProgress on(Console console, boolean json) {
    return new JobProgress(console, json);
  }

  void show(JsonNode job) {
    if (json) {
      return;
    }
    if (console.terminal()) {
      drawBar(job);
    } else if (lastLine == Long.MIN_VALUE || System.nanoTime() - lastLine >= LINE_NANOS) {
      lastLine = System.nanoTime();
      console.err().println(line(job));
    }
  }

  void settled(JsonNode job) {
    close();
    if (json) {
      console.out().println(RemoteServer.pretty(job));
      return;
    }
    console.err().println(summary(job));
  }

  void timedOut(JsonNode job) {
    close();
    if (json) {
      console.out().println(RemoteServer.pretty(job));
    }
    console.err().println("time is up; " + line(job));
  }

  private void drawBar(JsonNode job) {
    var phase = job.path("phase").asString("");
    if (bar == null || !phase.equals(barPhase)) {
      close();
      barPhase = phase;
      bar =
          new ProgressBarBuilder()
              .setTaskName(phase.isEmpty() ? "indexing" : phase)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setInitialMax(Math.max(1, job.path("expected").asLong()))
              .setUpdateIntervalMillis(250)
              .hideEta()
              .build();
    }
    bar.maxHint(Math.max(1, job.path("expected").asLong()));
    bar.stepTo(job.path("stored").asLong());
    bar.setExtraMessage(" " + detail(job));
  }

  private static String line(JsonNode job) {
    return "%s: %d of %d chunks stored, %s"
        .formatted(
            job.path("state").asString(),
            job.path("stored").asLong(),
            job.path("expected").asLong(),
            detail(job));
  }

  private static String detail(JsonNode job) {
    var text = new StringBuilder("%d files".formatted(job.path("files").asLong()));
    if (job.path("rate").asDouble() > 0) {
      text.append(String.format(Locale.ROOT, ", %.1f texts/s", job.path("rate").asDouble()));
    }
    if (job.path("secondsLeft").isNumber()) {
      text.append(", %s left".formatted(duration(job.path("secondsLeft").asLong())));
    }
    return text.append(servedBy(job)).toString();
  }

  /// Who embedded how many texts, if anybody has.
  private static String servedBy(JsonNode job) {
    var routes =
        job.path("servedBy")
            .propertyStream()
            .map(route -> "%s (%d)".formatted(route.getKey(), route.getValue().asLong()))
            .collect(Collectors.joining(", "));
    return routes.isEmpty() ? "" : ", served by " + routes;
  }

  static String duration(long seconds) {
    return seconds < 60
        ? seconds + " s"
        : seconds < 3600
            ? "%d min %02d s".formatted(seconds / 60, seconds % 60)
            : "%d h %02d min".formatted(seconds / 3600, seconds % 3600 / 60);
  }

  private static String summary(JsonNode job) {
    var reason = job.path("reason").asString("");
    return "%s: %d files, %d of %d chunks stored, %d failed, %d skipped (%d texts embedded, %d reused)%s%s%s"
        .formatted(
            job.path("state").asString(),
            job.path("files").asLong(),
            job.path("stored").asLong(),
            job.path("expected").asLong(),
            job.path("failed").asLong(),
            job.path("skippedCount").asLong(),
            job.path("embedded").asLong(),
            job.path("reused").asLong(),
            servedBy(job),
            reason.isEmpty() ? "" : "\n" + reason,
            coverage(job));
  }

  private static String coverage(JsonNode job) {
    return job.path("tables")
        .valueStream()
        .flatMap(table -> CoverageText.of(table, table.path("table").asString()).stream())
        .collect(Collectors.joining());
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
