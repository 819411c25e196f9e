package dev.interlock.app.cli;

import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.app.home.HomeLock;
import dev.interlock.app.wiring.Running;
import dev.interlock.server.http.HttpFront;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Runs a server in this process until a signal ends it.
record Serving(Console console, ServeOptions options) {
  private static final Duration POLL = Duration.ofMillis(300);

  int run(Optional<Path> index) {
    var ended = new CountDownLatch(1);
    var closed = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(ended, closed), "shutdown"));
    try {
      serve(index, ended);
      return Exit.OK;
    } catch (IOException e) {
      throw new CommandFailure(Exit.FAILED, "the server can't start: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Exit.FAILED;
    } finally {
      closed.countDown();
    }
  }

  private void serve(Optional<Path> index, CountDownLatch ended)
      throws IOException, InterruptedException {
    var home = options.home();
    var settings = options.settings(console);
    var bind = options.bind(settings.config());
    try (var _ = lock(home);
        var running = start(home, settings, bind)) {
      greet(running);
      index.ifPresent(folder -> index(running, folder));
      ended.await();
    }
  }

  /// The JVM ends when its hooks have: so the hook waits until everything is closed.
  private static void await(CountDownLatch ended, CountDownLatch closed) {
    ended.countDown();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static HomeLock lock(Home home) throws IOException {
    return switch (HomeLock.take(home, ProcessHandle.current().pid())) {
      case HomeLock.Taken.Mine mine -> mine.lock();
      case HomeLock.Taken.HeldBy held ->
          throw new CommandFailure(
              Exit.FAILED,
              "process %s already serves %s; end it, or take another --home"
                  .formatted(held.holder(), home.folder()));
    };
  }

  private static Running start(Home home, Settings settings, HttpFront.Bind bind)
      throws IOException {
    try {
      return Running.start(home, settings, bind);
    } catch (BindException e) {
      throw new CommandFailure(
          Exit.FAILED,
          "port %d of %s can't be had (%s); try --port 0"
              .formatted(bind.port(), bind.host(), e.getMessage()));
    } catch (RuntimeException e) {
      throw new CommandFailure(Exit.FAILED, "the server can't start: " + e.getMessage());
    }
  }

  private void greet(Running running) {
    var out = console.out();
    out.printf("Interlock serves at %s%n", console.bold(running.url()));
    out.printf("  state        %s%n", running.home().folder());
    out.printf("  admin token  %s%n", running.home().adminTokenFile());
    out.flush();
  }

  private void index(Running running, Path folder) {
    var root = Roots.real(folder);
    console.out().printf("Indexing %s%n", root);
    hint(running);
    Thread.ofVirtual()
        .name("follow-index")
        .start(
            () -> {
              try (var server = RemoteServer.find(Optional.of(running.url()), running.home());
                  var progress = JobProgress.on(console, false)) {
                var started = server.post("/api/v1/jobs", Map.of("root", root.toString()));
                if (started.good()) {
                  new Following(server, progress, POLL)
                      .until(
                          started.body().path("job").path("id").asString(), Duration.ofDays(365));
                } else {
                  console.err().println(started.error());
                }
              } catch (CommandFailure e) {
                // The server's own end is no failure of the job: it is told by the next start.
                if (e.exitCode() != Exit.NO_SERVER) {
                  console.err().println(e.text());
                }
              }
            });
  }

  private void hint(Running running) {
    console.out().printf("Search in another terminal, words at once and meaning as it comes:%n");
    console.out().printf("  ./interlock search \"your question\"%n");
    console
        .out()
        .printf("  curl -s %s/api/v1/search -d '{\"query\":\"your question\"}'%n", running.url());
    console.out().flush();
  }
}
