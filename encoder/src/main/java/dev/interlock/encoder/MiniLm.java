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

/// all-MiniLM-L6-v2, or another small BERT of its width and words such as BGE-small and E5-small,
/// in one ONNX Runtime session: tokens in, one vector of length 1 out.
///
/// One text a call: batching gains nothing on a processor, and a quantised model's vector depends
/// on its neighbours in the batch.
final class MiniLm implements TextEncoder {
  static final int DIMENSION = 384;

  /// The model has 512 places; `[CLS]` and `[SEP]` take two.
  static final int MAX_TOKENS = 510;

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final Recipe recipe;

  /// What is done before and after the session.
  private record Recipe(WordPiece tokenizer, WordPieceCounter counter, Pooling pooling) {}

  private MiniLm(OrtEnvironment environment, OrtSession session, Recipe recipe) {
    this.environment = environment;
    this.session = session;
    this.recipe = recipe;
  }

  static MiniLm open(ModelFiles files, Lazy<WordPiece> tokenizer, WordPieceCounter counter)
      throws EngineUnavailable {
    // First, since it loads the native libraries.
    var recipe = new Recipe(tokenizer.get(), counter, files.pooling());
    try (Arena arena = Arena.ofConfined()) {
      var environment = OrtEnvironment.getEnvironment();
      environment.setTelemetry(false);
      try (var options = options()) {
        OrtSession session = environment.createSession(files.weights(arena), options);
        return new MiniLm(environment, session, recipe);
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
    int tokens = recipe.counter().count(text);
    if (tokens > MAX_TOKENS) {
      return new Encoded.TooLong(tokens);
    }
    try {
      return new Encoded.Vector(vector(recipe.tokenizer().ids(text)), tokens);
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
      return recipe.pooling().pooled(((OnnxTensor) result.get(0)).getFloatBuffer(), DIMENSION);
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
