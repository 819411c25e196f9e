package dev.interlock.encoder.gate;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.interlock.core.embed.TokenCounter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// all-MiniLM-L6-v2 as any engine may run it: one call takes a batch, padded to its longest text,
/// and faults can be built in.
///
/// Native libraries must have been loaded, as the embedded encoder's first count does.
final class BatchingMiniLm implements TokenCounter, AutoCloseable {
  static final int WIDTH = 384;
  private static final TokenizersLibrary NATIVE = TokenizersLibrary.LIB;

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;
  private final long tokenizer;

  private BatchingMiniLm(OrtSession session, long tokenizer) {
    this.session = session;
    this.tokenizer = tokenizer;
  }

  /// A build of the model, run as a server would.
  ///
  /// @param build its file's name without the ending
  static BatchingMiniLm open(String build) {
    return open(build, 2, OptLevel.ALL_OPT);
  }

  static BatchingMiniLm open(String build, int threads, OptLevel optimisation) {
    try (var options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      options.setOptimizationLevel(optimisation);
      var environment = OrtEnvironment.getEnvironment();
      return new BatchingMiniLm(
          environment.createSession(resource(build + ".onnx"), options),
          tokenizer(UnaryOperator.identity()));
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The same session behind a tokenizer whose file was changed.
  BatchingMiniLm with(UnaryOperator<String> tokenizerFile) {
    return new BatchingMiniLm(session, tokenizer(tokenizerFile));
  }

  /// What an engine does with the token ids of a batch.
  ///
  /// @param cut ids of a text that are read at the most, special ones included
  /// @param paddedTo ids to which a batch is padded at the least
  /// @param paddingCounted whether the mean counts the padding as well
  record Engine(int cut, int paddedTo, boolean paddingCounted) {
    static final Engine RIGHT = new Engine(512, 0, false);

    static Engine cutAt(int ids) {
      return new Engine(ids, 0, false);
    }
  }

  /// Unnormalised means of the last layer.
  List<float[]> embed(Engine engine, List<String> texts) {
    var ids = texts.stream().map(t -> cut(ids(t, true), engine.cut())).toList();
    int width = Math.max(engine.paddedTo(), ids.stream().mapToInt(a -> a.length).max().orElse(0));
    var tokens = new long[ids.size()][];
    var mask = new long[ids.size()][width];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = Arrays.copyOf(ids.get(i), width);
      Arrays.fill(mask[i], 0, ids.get(i).length, 1);
    }
    var states = run(tokens, mask);
    return IntStream.range(0, tokens.length)
        .mapToObj(i -> mean(states[i], engine.paddingCounted() ? width : ids.get(i).length))
        .toList();
  }

  @Override
  public int count(String text) {
    return ids(text, false).length;
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private long[] ids(String text, boolean framed) {
    long encoding = NATIVE.encode(tokenizer, text, framed);
    try {
      return NATIVE.getTokenIds(encoding);
    } finally {
      NATIVE.deleteEncoding(encoding);
    }
  }

  /// The last id stays: engines cut before the closing one.
  private static long[] cut(long[] ids, int most) {
    if (ids.length <= most) {
      return ids;
    }
    var kept = Arrays.copyOf(ids, most);
    kept[most - 1] = ids[ids.length - 1];
    return kept;
  }

  private float[][][] run(long[][] tokens, long[][] mask) {
    try (var ids = OnnxTensor.createTensor(environment, tokens);
        var attention = OnnxTensor.createTensor(environment, mask);
        var types =
            OnnxTensor.createTensor(environment, new long[tokens.length][tokens[0].length]);
        var result =
            session.run(
                Map.of("input_ids", ids, "attention_mask", attention, "token_type_ids", types))) {
      return (float[][][]) result.get(0).getValue();
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }

  private static float[] mean(float[][] states, int count) {
    var mean = new float[WIDTH];
    for (int t = 0; t < count; t++) {
      for (int k = 0; k < WIDTH; k++) {
        mean[k] += states[t][k] / count;
      }
    }
    return mean;
  }

  private static long tokenizer(UnaryOperator<String> file) {
    var json = new String(resource("all-minilm-l6-v2-tokenizer.json"), StandardCharsets.UTF_8);
    long handle = NATIVE.createTokenizerFromString(file.apply(json));
    NATIVE.disablePadding(handle);
    NATIVE.disableTruncation(handle);
    return handle;
  }

  private static byte[] resource(String name) {
    try (var in = BatchingMiniLm.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
