package dev.interlock.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Collections;

/// What relaying a chat completion costs beside nginx, with the answer check and the ledger on.
///
/// Callers, stub and clock are in this process; nginx and the server have processes of their own
/// and take turns, round by round, after both are warm.
final class Relay {
  private static final int CALLERS = 32;
  private static final int STREAMS = 64;
  private static final int OPEN_STREAMS = 1_000;
  private static final long PACE_MILLIS = 3;

  private final Options options;
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  private Relay(Options options) {
    this.options = options;
  }

  /// Runs the bench; ends with 1 if a bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    int code;
    try (var scratch = Disk.scratch()) {
      code = new Relay(options).run(scratch);
    }
    System.exit(code);
  }

  private int run(Disk.Scratch scratch) {
    try (var stub = RelayStub.start(vertx, PACE_MILLIS);
        var nginx = Contender.nginx(scratch, Disk.freePort(), stub.port());
        var ours = Contender.interlock(scratch, Disk.freePort(), stub.port())) {
      var report = new Report("relay", options);
      whole(report, nginx, ours);
      streams(report, nginx, ours);
      leaving(report, ours, stub);
      open(report, ours);
      return report.end();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    } finally {
      vertx.close().await();
    }
  }

  private void whole(Report report, Contender nginx, Contender ours) {
    var body = body(false);
    var pair = new Pair(nginx, ours, body, CALLERS);
    pair.run(options.size(25, 15), options.size(5, 2), options.size(3, 2));
    report
        .count("body, bytes", body.length())
        .count("callers", CALLERS)
        .count("calls through the server", pair.second.calls)
        .bar(Bar.atMost("calls that failed, nginx", pair.first.failed, 0))
        .bar(Bar.atMost("calls that failed, server", pair.second.failed, 0))
        .figure("nginx, calls/s", pair.first.rate())
        .figure("server, calls/s", pair.second.rate())
        .figure("nginx, CPU us a call", pair.first.micros())
        .figure("server, CPU us a call", pair.second.micros())
        .bar(Bar.atMost("CPU a call, to nginx", pair.second.micros() / pair.first.micros(), 2))
        .bar(Bar.atLeast("rate, to nginx", pair.second.rate() / pair.first.rate(), 0.5));
  }

  private void streams(Report report, Contender nginx, Contender ours) {
    var pair = new Pair(nginx, ours, body(true), STREAMS);
    pair.run(options.size(25, 8), options.size(5, 2), options.size(4, 2));
    report
        .count("streams at once", STREAMS)
        .count("chunks a stream", RelayStub.CHUNKS)
        .count("streams through the server", pair.second.calls)
        .bar(Bar.atMost("streams that failed, nginx", pair.first.failed, 0))
        .bar(Bar.atMost("streams that failed, server", pair.second.failed, 0))
        .figure("nginx, CPU us a stream", pair.first.micros())
        .figure("server, CPU us a stream", pair.second.micros())
        .bar(Bar.atMost("CPU a stream, to nginx", pair.second.micros() / pair.first.micros(), 1.6));
  }

  private void leaving(Report report, Contender ours, RelayStub stub) throws InterruptedException {
    int leavers = options.size(200, 20);
    report.count("callers who leave, each way", leavers);
    leaving(report, ours, stub, new Way("a silent upstream", body(false, "," + RelayStub.SILENT)));
    leaving(report, ours, stub, new Way("a stream", body(true, "," + RelayStub.SLOW)));
  }

  /// A way to leave.
  private record Way(String what, Buffer body) {}

  /// From a caller's hanging up to the end of the upstream's connection.
  private void leaving(Report report, Contender ours, RelayStub stub, Way way)
      throws InterruptedException {
    var millis = new ArrayList<Double>();
    for (int i = 0; i < options.size(200, 20); i++) {
      try (var load = new RelayLoad(vertx, ours.port(), way.body())) {
        long left = load.leave(stub.arrivals());
        millis.add((stub.departures().take() - left) / 1e6);
      }
    }
    Collections.sort(millis);
    report
        .figure("hang-up at " + way.what() + ", median ms", millis.get(millis.size() / 2))
        .bar(Bar.atMost("hang-up at " + way.what() + ", worst ms", millis.getLast(), 250));
  }

  private void open(Report report, Contender ours) {
    report.count("streams held open", OPEN_STREAMS);
    try (var load = new RelayLoad(vertx, ours.port(), body(true, "," + RelayStub.SLOW))) {
      load.hold(OPEN_STREAMS);
      report.bar(Bar.atMost("resident with open streams, MB", ours.residentMegabytes(), 350));
    }
  }

  /// A chat of about 2 KB.
  private static Buffer body(boolean stream) {
    return body(stream, "");
  }

  private static Buffer body(boolean stream, String more) {
    return Buffer.buffer(
        "{\"model\":\"bench\",\"temperature\":0.2,\"messages\":[{\"role\":\"system\",\"content\":\""
            + "You answer in short and plain sentences. ".repeat(10)
            + "\"},{\"role\":\"user\",\"content\":\""
            + "Which of the two harbours has the deeper quay? ".repeat(32)
            + "\"}],\"max_tokens\":200,\"stream\":"
            + stream
            + more
            + "}");
  }

  /// nginx and the server, taking turns.
  private final class Pair {
    private final Side first;
    private final Side second;

    Pair(Contender nginx, Contender ours, Buffer body, int callers) {
      this.first = new Side(nginx, body, callers);
      this.second = new Side(ours, body, callers);
    }

    void run(double warmUpSeconds, int rounds, double roundSeconds) {
      first.warm(warmUpSeconds / 4);
      second.warm(warmUpSeconds);
      for (int i = 0; i < rounds; i++) {
        first.round(roundSeconds);
        second.round(roundSeconds);
      }
    }
  }

  /// What one of the two took.
  private final class Side {
    private final Contender contender;
    private final Buffer body;
    private final int callers;
    private long calls;
    private double failed;
    private double seconds;
    private long cpuNanos;

    Side(Contender contender, Buffer body, int callers) {
      this.contender = contender;
      this.body = body;
      this.callers = callers;
    }

    void warm(double time) {
      try (var load = new RelayLoad(vertx, contender.port(), body)) {
        count(load.run(callers, time));
      }
    }

    void round(double time) {
      try (var load = new RelayLoad(vertx, contender.port(), body)) {
        long before = contender.cpuNanos();
        var done = load.run(callers, time);
        cpuNanos += contender.cpuNanos() - before;
        calls += done.answered();
        count(done);
        seconds += done.seconds();
      }
    }

    private void count(RelayLoad.Done done) {
      failed += done.failed();
      if (!done.failure().isEmpty()) {
        Disk.print("port %d: %s".formatted(contender.port(), done.failure()));
      }
    }

    double rate() {
      return calls / seconds;
    }

    double micros() {
      return cpuNanos / 1e3 / calls;
    }
  }
}
