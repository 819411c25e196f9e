package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.Urgency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The encoder's workers, with the engine behind a gate that the test opens.
class QueueJumpTest {
  private final GatedEngine engine = new GatedEngine();
  private final TextQueue queue = new TextQueue();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void endCallers() {
    engine.open();
    callers.close();
  }

  @Test
  @DisplayName("a query overtakes 50 bulk texts")
  void queryOvertakesBulkTexts() throws Exception {
    try (var encoder = encoder(new Lazy<>(() -> engine))) {
      Future<EmbedOutcome> bulk = callers.submit(() -> encoder.embed(request(Urgency.BULK, 50)));
      engine.bothInside.await();
      Future<EmbedOutcome> query =
          callers.submit(() -> encoder.embed(request(Urgency.INTERACTIVE, 1)));
      awaitWaiting(Urgency.INTERACTIVE);

      var next = engine.nextAfterOneEnds();
      engine.open();

      assertThat(next).isEqualTo("INTERACTIVE 0");
      assertThat(query.get()).isInstanceOf(EmbedOutcome.Answered.class);
      assertThat(((EmbedOutcome.Answered) bulk.get()).vectors()).hasSize(50);
    }
  }

  @Test
  @DisplayName("a query overtakes 50 bulk texts in the real model")
  void queryOvertakesInTheRealModel() throws Exception {
    Lazy<WordPiece> tokenizer = Unpacked.tokenizer();
    var counter = new WordPieceCounter(tokenizer);
    var real =
        new Lazy<TextEncoder>(
            () -> {
              engine.behind =
                  MiniLm.open(new ModelFiles(EmbeddedEncoder.MODEL), tokenizer, counter);
              return engine;
            });
    try (var encoder = encoder(real)) {
      Future<EmbedOutcome> bulk = callers.submit(() -> encoder.embed(request(Urgency.BULK, 50)));
      engine.bothInside.await();
      Future<EmbedOutcome> query =
          callers.submit(() -> encoder.embed(request(Urgency.INTERACTIVE, 1)));
      awaitWaiting(Urgency.INTERACTIVE);

      var next = engine.nextAfterOneEnds();
      engine.open();

      assertThat(next).isEqualTo("INTERACTIVE 0");
      assertThat(((EmbedOutcome.Answered) query.get()).vectors().getFirst()).hasSize(384);
      assertThat(((EmbedOutcome.Answered) bulk.get()).vectors()).hasSize(50);
    }
  }

  @Test
  void closeEndsWaitingCallsAndLetsTextsUnderWayEnd() throws Exception {
    var encoder = encoder(new Lazy<>(() -> engine));
    List<Future<EmbedOutcome>> underWay = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      underWay.add(callers.submit(() -> encoder.embed(request(Urgency.BULK, 1))));
    }
    engine.bothInside.await();
    Future<EmbedOutcome> waiting = callers.submit(() -> encoder.embed(request(Urgency.BULK, 1)));
    awaitWaiting(Urgency.BULK);
    Future<?> closing = callers.submit(encoder::close);

    assertThat(((EmbedOutcome.Failed) waiting.get()).fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(engine.closed).isFalse();
    engine.open();
    closing.get();

    assertThat(engine.closed).isTrue();
    for (Future<EmbedOutcome> call : underWay) {
      assertThat(call.get()).isInstanceOf(EmbedOutcome.Answered.class);
    }
  }

  @Test
  void fullQueueSaysBusy() throws Exception {
    try (var encoder = encoder(new Lazy<>(() -> engine))) {
      Future<EmbedOutcome> underWay = callers.submit(() -> encoder.embed(request(Urgency.BULK, 2)));
      engine.bothInside.await();
      for (int i = 0; i < TextQueue.CAPACITY; i++) {
        queue.offer(new EmbedCall(List.of("filler"), "model"), Urgency.BULK);
      }

      var failed = (EmbedOutcome.Failed) encoder.embed(request(Urgency.BULK, 1));

      assertThat(failed.fault()).isEqualTo(Fault.BUSY);
      engine.open();
      assertThat(underWay.get()).isInstanceOf(EmbedOutcome.Answered.class);
    }
  }

  @Test
  void faultOfTheEngineEndsOneCallAndNoWorker() {
    engine.open();
    try (var encoder = encoder(new Lazy<>(() -> engine))) {
      for (int i = 0; i < 3; i++) {
        var failed = (EmbedOutcome.Failed) encoder.embed(text("throw"));
        assertThat(failed.fault()).isEqualTo(Fault.ENGINE_ERROR);
        assertThat(failed.message()).contains("planted");
      }

      assertThat(encoder.embed(text("fine"))).isInstanceOf(EmbedOutcome.Answered.class);
    }
  }

  @Test
  void failedLoadingIsToldAndTriedAgain() {
    engine.open();
    var fails = new ArrayList<>(Collections.nCopies(2, "disk full"));
    var second =
        new Lazy<TextEncoder>(
            () -> {
              if (fails.isEmpty()) {
                return engine;
              }
              throw new EngineUnavailable("the model", new IOException(fails.removeLast()));
            });
    try (var encoder = encoder(second)) {
      var failed = (EmbedOutcome.Failed) encoder.embed(text("a"));
      assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
      assertThat(failed.message()).contains("cannot be loaded").contains("disk full");
      encoder.embed(text("b"));

      assertThat(encoder.embed(text("c"))).isInstanceOf(EmbedOutcome.Answered.class);
    }
  }

  private EmbeddedEncoder encoder(Lazy<? extends TextEncoder> behind) {
    return EmbeddedEncoder.start(
        "model", new WordPieceCounter(Unpacked.tokenizer()), behind, queue);
  }

  private void awaitWaiting(Urgency urgency) {
    while (queue.waiting(urgency) == 0) {
      Thread.onSpinWait();
    }
  }

  private static EmbedRequest request(Urgency urgency, int texts) {
    List<String> names = IntStream.range(0, texts).mapToObj(i -> urgency + " " + i).toList();
    return new EmbedRequest(names, urgency, OptionalInt.empty());
  }

  private static EmbedRequest text(String text) {
    return new EmbedRequest(List.of(text), Urgency.BULK, OptionalInt.empty());
  }

  /// Notes each text as it begins and holds it until the gate opens, for one text or for all.
  private static final class GatedEngine implements TextEncoder {
    final CountDownLatch bothInside = new CountDownLatch(2);
    final Semaphore gate = new Semaphore(0);
    final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    volatile TextEncoder behind = new OneNumber();
    volatile boolean closed;

    void open() {
      gate.release(Integer.MAX_VALUE / 2);
    }

    /// What the worker of the one text that may end begins next; every other worker is held.
    String nextAfterOneEnds() throws InterruptedException {
      begun.clear();
      gate.release();
      return begun.take();
    }

    @Override
    public Encoded encode(String text) {
      begun.add(text);
      bothInside.countDown();
      try {
        gate.acquire();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return behind.encode(text);
    }

    @Override
    public void close() {
      closed = true;
      behind.close();
    }
  }

  private record OneNumber() implements TextEncoder {
    @Override
    public Encoded encode(String text) {
      if (text.equals("throw")) {
        throw new IllegalStateException("planted");
      }
      return new Encoded.Vector(new float[] {1}, 1);
    }

    @Override
    public void close() {}
  }
}
