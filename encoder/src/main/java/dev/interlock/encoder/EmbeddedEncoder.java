package dev.interlock.encoder;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.EmbeddingClient;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.route.Capacity;
import dev.interlock.core.route.Dialect;
import dev.interlock.core.route.Engine;
import dev.interlock.core.route.Placement;
import dev.interlock.core.route.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/// The encoder that comes with the program: quantised all-MiniLM-L6-v2 in this process.
///
/// A vector has 384 components and length 1; the width that a request asks for is ignored, as by an
/// engine of one width, and left to the gate to judge. Texts go through the model one by one, two
/// at a time, queries before bulk texts. A text of more than 510 tokens fails its call with
/// [Fault#TOO_LONG] and is never cut. `[SEP]` and its like inside a text are ordinary characters.
/// The same text gives the same vector to the bit, whoever else is being served.
///
/// Opening is cheap; the first text loads the libraries and the model. Where that fails, a call
/// ends with [Fault#UNREACHABLE] and the next one tries again.
///
/// Thread: any. [#embed] blocks, and the work is done on two threads of its own, since a call into
/// the model would hold a virtual thread's carrier.
public final class EmbeddedEncoder implements EmbeddingClient {
  /// The model that is asked for and that answers.
  public static final String MODEL = "all-minilm-l6-v2-q";

  /// Components of every vector.
  public static final int DIMENSION = MiniLm.DIMENSION;

  private static final int WORKERS = 2;

  /// One more than can be served, so that a worker finds its next text waiting.
  private static final int CALLERS = WORKERS + 1;

  /// ONNX Runtime walks the model's graph by recursion while it opens it: 12,000 frames, which
  /// overflow the usual stack of 1 MB and end the process without a word. Only what is used of it
  /// is ever memory.
  private static final long STACK_BYTES = 64L << 20;

  private static final String CLOSED_MESSAGE = "the embedded encoder is closed";

  private final String model;
  private final WordPieceCounter counter;
  private final Lazy<? extends TextEncoder> engine;
  private final TextQueue queue;
  private final List<Thread> workers;
  private final AtomicBoolean closed = new AtomicBoolean();

  /// The quantised build, which the program brings with it.
  ///
  /// @param unpackFolder where native libraries are unpacked (about 45 MB), created when needed; in
  ///   a process the folder of the first encoder that loads them is used
  public static EmbeddedEncoder open(Path unpackFolder) {
    return open(unpackFolder, MODEL);
  }

  /// Another build of the model that is on the class path, such as the full one, which the gate
  /// must tell from the quantised.
  ///
  /// @param model the name from which its two files' names follow
  public static EmbeddedEncoder open(Path unpackFolder, String model) {
    var files = new ModelFiles(model);
    var tokenizer =
        new Lazy<>(
            () -> {
              NativeLibraries.load(unpackFolder);
              return WordPiece.load(files);
            });
    var counter = new WordPieceCounter(tokenizer);
    var engine = new Lazy<>(() -> MiniLm.open(files, tokenizer, counter));
    return start(model, counter, engine, new TextQueue());
  }

  static EmbeddedEncoder start(
      String model, WordPieceCounter counter, Lazy<? extends TextEncoder> engine, TextQueue queue) {
    var encoder = new EmbeddedEncoder(model, counter, engine, queue);
    encoder.workers.forEach(Thread::start);
    return encoder;
  }

  private EmbeddedEncoder(
      String model, WordPieceCounter counter, Lazy<? extends TextEncoder> engine, TextQueue queue) {
    this.model = model;
    this.counter = counter;
    this.engine = engine;
    this.queue = queue;
    this.workers =
        IntStream.rangeClosed(1, WORKERS)
            .mapToObj(
                n ->
                    Thread.ofPlatform()
                        .daemon()
                        .stackSize(STACK_BYTES)
                        .name("encoder-" + n)
                        .unstarted(this::work))
            .toList();
  }

  /// The route that leads here.
  public static Route route() {
    return new Route(
        Route.EMBEDDED,
        new Engine(Placement.LOCAL, Dialect.OPENAI, "this process"),
        MODEL,
        List.of(),
        Optional.empty(),
        new Capacity(MiniLm.MAX_TOKENS, 1, CALLERS),
        Optional.empty());
  }

  /// Components of every vector.
  public int dimension() {
    return MiniLm.DIMENSION;
  }

  /// Counts as this encoder's model does. Works on after [#close].
  public WordPieceCounter counter() {
    return counter;
  }

  /// Embeds the texts, one by one. `promptTokens` are without `[CLS]` and `[SEP]`.
  @Override
  public EmbedOutcome embed(EmbedRequest request) {
    var call = new EmbedCall(request.texts(), model);
    return switch (queue.offer(call, request.urgency())) {
      case TAKEN -> call.await();
      case FULL ->
          failed(Fault.BUSY, TextQueue.CAPACITY + " calls already wait for the embedded encoder");
      case CLOSED -> failed(Fault.UNREACHABLE, CLOSED_MESSAGE);
    };
  }

  /// Ends the waiting calls as unreachable, lets the texts under way end, then frees the model.
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    queue.close().forEach(call -> call.fail(Fault.UNREACHABLE, CLOSED_MESSAGE));
    awaitWorkers();
    engine.peek().ifPresent(TextEncoder::close);
  }

  private void awaitWorkers() {
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          // The model must not be freed under a text; one text takes a fraction of a second.
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    Optional<EmbedCall.Turn> turn = queue.take();
    while (turn.isPresent()) {
      encode(turn.get());
      turn = queue.take();
    }
  }

  /// A fault ends this text's call, never the worker: a dead worker would leave callers waiting.
  private void encode(EmbedCall.Turn turn) {
    try {
      turn.end(engine.get().encode(turn.text()));
    } catch (EngineUnavailable e) {
      turn.fail(Fault.UNREACHABLE, "the embedded encoder cannot be loaded: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      turn.end(new Encoded.Broken(e.toString()));
    }
  }

  private static EmbedOutcome failed(Fault fault, String message) {
    return new EmbedOutcome.Failed(fault, OptionalInt.empty(), message);
  }
}
