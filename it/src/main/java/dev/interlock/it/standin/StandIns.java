package dev.interlock.it.standin;

import dev.interlock.runtime.clock.SystemClocks;
import dev.interlock.runtime.clock.SystemScheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/// The stand-ins as a program. It serves until its input ends or it is killed.
///
/// ```
/// StandIns FOLDER cloud[:PORT] engine[:PORT] ...
/// ```
///
/// `FOLDER` is where native libraries are unpacked. For each stand-in it prints a line with its
/// kind and its address: `cloud http://127.0.0.1:PORT/api/v1`, `engine http://127.0.0.1:PORT`.
/// Those of one process share their encoders, so that a text is embedded once for all.
public final class StandIns {
  private StandIns() {}

  /// Starts what is named.
  public static void main(String... arguments) throws IOException {
    if (arguments.length < 2) {
      throw new IllegalArgumentException("usage: FOLDER cloud[:PORT] engine[:PORT] ...");
    }
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var clocks = new SystemClocks();
    var time = new Ground.Time(clocks, clocks, new SystemScheduler(threads));
    var ground = Ground.of(threads, time);
    var encoders = new Encoders(Path.of(arguments[0]));
    for (int i = 1; i < arguments.length; i++) {
      IO.println(started(ground, encoders, arguments[i]));
    }
    while (System.in.read() >= 0) {
      // Until whoever holds the input is gone.
    }
    Runtime.getRuntime().halt(0);
  }

  private static String started(Ground ground, Encoders encoders, String word) {
    int colon = word.indexOf(':');
    int port = colon < 0 ? 0 : Integer.parseInt(word.substring(colon + 1));
    return switch (colon < 0 ? word : word.substring(0, colon)) {
      case "cloud" -> "cloud " + StandInCloud.start(ground, encoders, port).api();
      case "engine" -> "engine " + StandInEngine.start(ground, encoders, port).url();
      default -> throw new IllegalArgumentException("neither cloud nor engine: " + word);
    };
  }
}
