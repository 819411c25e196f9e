package dev.interlock.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;

/// What money costs in speed: chats whose worst case is reserved on disk before they go out, beside
/// the same chats by a free route of the same server.
///
/// Callers and stub are in this process; the server has a process of its own, and its two profiles
/// take turns, round by round, after both are warm.
final class Paid {
  private static final int CALLERS = 256;
  private static final long PACE_MILLIS = 3;

  private final Options options;
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  private Paid(Options options) {
    this.options = options;
  }

  /// Runs the bench; ends with 1 if a bar is missed.
  static void main(String... args) {
    var options = Options.of(args);
    int code;
    try (var scratch = Disk.scratch()) {
      code = new Paid(options).run(scratch);
    }
    System.exit(code);
  }

  private int run(Disk.Scratch scratch) {
    try (var stub = RelayStub.start(vertx, PACE_MILLIS);
        var ours = Contender.paying(scratch, Disk.freePort(), stub.port())) {
      var free = new Turn(ours, body("free"));
      var paid = new Turn(ours, body("paid"));
      for (int i = 0; i < 2; i++) {
        free.round(options.size(12, 5));
        paid.round(options.size(12, 5));
      }
      free.forget();
      paid.forget();
      for (int i = 0; i < options.size(5, 3); i++) {
        free.round(options.size(3, 2));
        paid.round(options.size(3, 2));
      }
      return new Report("paid", options)
          .count("callers", CALLERS)
          .count("paid calls", paid.calls)
          .bar(Bar.atMost("calls that failed, free", free.failed, 0))
          .bar(Bar.atMost("calls that failed, paid", paid.failed, 0))
          .figure("free, calls/s", free.rate())
          .figure("paid, calls/s", paid.rate())
          .bar(Bar.atLeast("rate, paid to free", paid.rate() / free.rate(), 0.7))
          .end();
    } finally {
      vertx.close().await();
    }
  }

  private static Buffer body(String profile) {
    return Buffer.buffer(
        """
        {"model":"%s","messages":[{"role":"user","content":"%s"}],"max_tokens":200}\
        """
            .formatted(profile, "Which of the two harbours has the deeper quay? ".repeat(40)));
  }

  /// What one of the two took.
  private final class Turn {
    private final Contender contender;
    private final Buffer body;
    private long calls;
    private double failed;
    private double seconds;

    Turn(Contender contender, Buffer body) {
      this.contender = contender;
      this.body = body;
    }

    void round(double time) {
      try (var load = new RelayLoad(vertx, contender.port(), body)) {
        var done = load.run(CALLERS, time);
        calls += done.answered();
        failed += done.failed();
        seconds += done.seconds();
        if (!done.failure().isEmpty()) {
          Disk.print(done.failure());
        }
      }
    }

    void forget() {
      calls = 0;
      failed = 0;
      seconds = 0;
    }

    double rate() {
      return calls / seconds;
    }
  }
}
