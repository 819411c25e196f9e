package dev.interlock.encoder;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// One caller's texts on their way through the model, and the cell in which the caller waits.
///
/// The first text that fails ends the call; its texts that still wait are then passed over.
///
/// Thread: any; each text is taken by one worker.
final class EmbedCall {
  private final List<String> texts;
  private final String model;
  private final CompletableFuture<EmbedOutcome> outcome = new CompletableFuture<>();

  // Guarded by this.
  private final List<float[]> vectors;
  private int taken;
  private int answered;
  private long tokens;

  EmbedCall(List<String> texts, String model) {
    this.texts = texts;
    this.model = model;
    this.vectors = new ArrayList<>(Collections.nCopies(texts.size(), new float[0]));
  }

  /// One text of a call, taken by a worker who must end it.
  record Turn(EmbedCall call, int index) {
    String text() {
      return call.texts.get(index);
    }

    void fail(Fault fault, String message) {
      call.fail(fault, message);
    }

    void end(Encoded encoded) {
      switch (encoded) {
        case Encoded.Vector vector -> call.answer(index, vector);
        case Encoded.TooLong(int tokens) -> call.fail(Fault.TOO_LONG, call.tooLong(index, tokens));
        case Encoded.Broken(String message) ->
            call.fail(Fault.ENGINE_ERROR, "the embedded encoder failed: " + message);
      }
    }
  }

  /// The next text, or nothing once all are taken or the call has ended.
  synchronized Optional<Turn> next() {
    return hasNext() ? Optional.of(new Turn(this, taken++)) : Optional.empty();
  }

  /// Whether a text of a call that goes on still waits for a worker.
  synchronized boolean hasNext() {
    return !over() && taken < texts.size();
  }

  boolean over() {
    return outcome.isDone();
  }

  void fail(Fault fault, String message) {
    outcome.complete(new EmbedOutcome.Failed(fault, OptionalInt.empty(), message));
  }

  /// Waits for the last text. An interrupted caller leaves with a failure and its interrupt set.
  EmbedOutcome await() {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      fail(Fault.TIMEOUT, "interrupted while waiting for the embedded encoder");
      Thread.currentThread().interrupt();
      return outcome.join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call only ever ends with an outcome", e);
    }
  }

  private synchronized void answer(int index, Encoded.Vector vector) {
    vectors.set(index, vector.values());
    tokens += vector.tokens();
    if (++answered == texts.size()) {
      outcome.complete(
          new EmbedOutcome.Answered(vectors, Optional.of(model), OptionalLong.of(tokens)));
    }
  }

  private String tooLong(int index, int tokens) {
    return "text %d of %d has %d tokens, the embedded encoder takes at most %d"
        .formatted(index + 1, texts.size(), tokens, MiniLm.MAX_TOKENS);
  }
}
