package dev.interlock.it.cases;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// Everything that is logged in this process, at the most verbose level, libraries included.
final class AllLogs extends Handler implements AutoCloseable {
  /// Held, since the logging system forgets the level of a logger that nobody holds.
  private final List<Logger> loggers =
      List.of(
          Logger.getLogger("dev.interlock"),
          Logger.getLogger("io.vertx"),
          Logger.getLogger("io.netty"));

  private final List<Level> before = loggers.stream().map(Logger::getLevel).toList();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter formatter = new SimpleFormatter();

  static AllLogs start() {
    var logs = new AllLogs();
    logs.setLevel(Level.ALL);
    logs.loggers.forEach(
        logger -> {
          logger.setLevel(Level.ALL);
          logger.addHandler(logs);
        });
    return logs;
  }

  /// Each record with its stack trace.
  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord entry) {
    lines.add(formatter.format(entry));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    for (int i = 0; i < loggers.size(); i++) {
      loggers.get(i).removeHandler(this);
      loggers.get(i).setLevel(before.get(i));
    }
  }
}
