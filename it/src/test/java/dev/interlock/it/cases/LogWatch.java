package dev.interlock.it.cases;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Warnings of the server in this process, as they are given: the watcher runs on the thread that
/// warns, and so stands between two steps of it.
final class LogWatch extends Handler implements AutoCloseable {
  private static final Logger SERVER = Logger.getLogger("dev.interlock");

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Consumer<String> watcher;

  private LogWatch(Consumer<String> watcher) {
    this.watcher = watcher;
  }

  static LogWatch start() {
    return start(_ -> {});
  }

  static LogWatch start(Consumer<String> watcher) {
    var watch = new LogWatch(watcher);
    SERVER.addHandler(watch);
    return watch;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
      warnings.add(record.getMessage());
      watcher.accept(record.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    SERVER.removeHandler(this);
  }
}
