package dev.interlock.bench;

import dev.interlock.app.config.Settings;
import dev.interlock.app.home.Home;
import dev.interlock.app.wiring.Running;
import dev.interlock.core.table.TableName;
import dev.interlock.runtime.store.Job;
import dev.interlock.server.http.HttpFront;
import dev.interlock.server.jobs.JobEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// A whole server in this process with the settings that it has without a file.
///
/// @param running the server, its gate open
record House(Running running) implements AutoCloseable {
  private static final long POLL_NANOS = 20_000_000;

  /// Starts a server and waits until its routes are admitted.
  static House open(Path home) {
    try {
      var running =
          Running.start(new Home(home), Settings.defaults(), new HttpFront.Bind("127.0.0.1", 0));
      await(() -> admitted(running));
      return new House(running);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean admitted(Running running) {
    for (var table : TableName.values()) {
      if (running.gatekeeper().admitted(table).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /// Starts a job.
  ///
  /// @return its id
  String index(Path root) {
    return switch (running.jobs().start(root, false)) {
      case JobEngine.Started.Running started -> started.job().id();
      case JobEngine.Started.Refused refused ->
          throw new IllegalStateException("refused: " + refused.error().message());
    };
  }

  /// Waits until the job stands as it is waited for, or has ended.
  Job await(String id, Predicate<Job> until) {
    await(() -> until.test(job(id)) || job(id).state().ended());
    return job(id);
  }

  private Job job(String id) {
    return running.jobs().find(id).orElseThrow().job();
  }

  private static void await(BooleanSupplier until) {
    while (!until.getAsBoolean()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public void close() {
    running.close();
  }
}
