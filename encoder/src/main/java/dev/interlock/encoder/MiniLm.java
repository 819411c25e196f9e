package dev.interlock.encoder;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;

/// all-MiniLM-L6-v2 in one ONNX Runtime session: tokens in, mean over all tokens, length 1.
///
/// One text a call: batching gains nothing on a processor, and a quantised model's vector depends
/// on its neighbours in the batch.
final class MiniLm implements TextEncoder {
  static final int DIMENSION = 384;

  /// The model has 512 places; `[CLS]` and `[SEP]` take two.
  static final int MAX_TOKENS = 510;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final WordPiece tokenizer;
  private final WordPieceCounter counter;

  private MiniLm(
      OrtEnvironment environment,
      OrtSession session,
      WordPiece tokenizer,
      WordPieceCounter counter) {
    this.environment = environment;
    this.session = session;
    this.tokenizer = tokenizer;
    this.counter = counter;
  }

  static MiniLm open(ModelFiles files, Lazy<WordPiece> tokenizer, WordPieceCounter counter)
      throws EngineUnavailable {
    // First, since it loads the native libraries.
    WordPiece loaded = tokenizer.get();
    try (Arena arena = Arena.ofConfined()) {
      var environment = OrtEnvironment.getEnvironment();
      environment.setTelemetry(false);
      try (var options = options()) {
        OrtSession session = environment.createSession(files.weights(arena), options);
        return new MiniLm(environment, session, loaded, counter);
      }
    } catch (IOException | OrtException | LinkageError e) {
      throw new EngineUnavailable("the model " + files.model(), e);
    }
  }

  /// One thread a call, and memory given back after it: an idle server must stay small, and the
  /// speed is the same.
  private static OrtSession.SessionOptions options() throws OrtException {
    var options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    options.setInterOpNumThreads(1);
    options.setCPUArenaAllocator(false);
    options.setMemoryPatternOptimization(false);
    return options;
  }

  @Override
  public Encoded encode(String text) {
    // Counted first: a text of megabytes is refused without tokenising it natively.
    int tokens = counter.count(text);
    if (tokens > MAX_TOKENS) {
      return new Encoded.TooLong(tokens);
    }
    try {
      return new Encoded.Vector(vector(tokenizer.ids(text)), tokens);
    } catch (OrtException e) {
      return new Encoded.Broken(String.valueOf(e.getMessage()));
    }
  }

  private float[] vector(long[] ids) throws OrtException {
    var ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor inputIds = row(ids);
        OnnxTensor attention = row(ones);
        OnnxTensor types = row(new long[ids.length]);
        OrtSession.Result result =
            session.run(
                Map.of(
                    "input_ids", inputIds, "attention_mask", attention, "token_type_ids", types))) {
      return Pooling.mean(((OnnxTensor) result.get(0)).getFloatBuffer(), DIMENSION);
    }
  }

  private OnnxTensor row(long[] values) throws OrtException {
    return OnnxTensor.createTensor(
        environment, LongBuffer.wrap(values), new long[] {1, values.length});
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("the model's session cannot be freed", e);
    }
  }
}
