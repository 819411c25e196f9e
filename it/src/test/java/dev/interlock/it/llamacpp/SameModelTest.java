package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.TableName;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.it.NativeCode;
import dev.interlock.it.Station;
import dev.interlock.it.refused.FullMiniLmEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The same weights of all-MiniLM-L6-v2, by ONNX Runtime and by llama.cpp, are two encoders: their
/// tokenizers differ (gate-evidence, fact 19).
@Tag("engines")
final class SameModelTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MAX_TOKENS = 510;

  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("A3: llama.cpp is refused by a table of ONNX's vectors, by a long word or by Korean")
  void otherTokenizerIsRefused() throws IOException {
    try (var builder = FullMiniLmEngine.start(folder.resolve("unpacked"));
        var llama = LlamaServer.embeddings();
        var station = Station.start(folder.resolve("home"), both(builder, llama))) {
      var row = station.gate("llama", TableName.CODE);

      assertThat(row.path("verdict").asString()).isEqualTo("refused");
      assertThat(row.path("rule").asString()).isIn("nearest", "minimum");
      assertThat(row.path("minCosine").asDouble()).isLessThan(0.5);
      assertThat(row.path("worstProbe").asString()).isIn("long-word-blob", "script-korean");
      assertThat(row.path("textsServed").asLong()).isZero();
      assertThat(station.gate("onnx", TableName.CODE).path("verdict").asString())
          .isEqualTo("admitted");
    }
  }

  @Test
  @DisplayName("A3: gate --against names the long word or the Korean text that proves it")
  void trialNamesTheText() throws IOException {
    try (var builder = FullMiniLmEngine.start(folder.resolve("unpacked"));
        var llama = LlamaServer.embeddings();
        var station = Station.start(folder.resolve("home"), only(builder))) {
      assertThat(station.gate("onnx", TableName.CODE).path("verdict").asString())
          .isEqualTo("admitted");
      var asked = Map.of("table", "code", "url", llama.url(), "dialect", "llamacpp");
      var reply = station.post("/api/v1/gate/against", JSON.writeValueAsString(asked));
      var report = reply.json();

      assertThat(reply.status()).as(reply.message()).isEqualTo(200);
      assertThat(report.path("verdict").asString()).isEqualTo("refused");
      assertThat(report.path("minCosine").asDouble()).isLessThan(0.5);
      assertThat(report.path("worstProbe").asString()).isIn("long-word-blob", "script-korean");
      assertThat(report.path("worstText").asString()).containsPattern("\\S{100}|[가-힣]");
      assertThat(report.path("identity").path("model").asString()).isEqualTo(LlamaServer.ENCODER);
      assertThat(report.path("identity").path("engine").asString())
          .startsWith("path:")
          .contains("all-MiniLM-L6-v2-f16.gguf");
      assertThat(failing(report, "minimum")).contains("long-word-blob", "script-korean");
      assertThat(failing(report, "tail-pair")).isEmpty();
    }
  }

  private static List<String> failing(JsonNode report, String rule) {
    return report
        .path("rules")
        .valueStream()
        .filter(r -> r.path("rule").asString().equals(rule))
        .flatMap(r -> r.path("failing").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  private static String only(FullMiniLmEngine builder) {
    return """
    hosts:
      one: {url: "%s"}
    routes:
      onnx: {host: one, model: all-minilm-l6-v2}
    roles:
      code-embedding: {routes: [onnx]}
    """
        .formatted(builder.url());
  }

  @Test
  @DisplayName("A3: English and code alone would have let it pass")
  void plainTextsAgree() throws IOException {
    try (var onnx = onnx();
        var llama = LlamaServer.embeddings()) {
      assertThat(cosine(onnx, llama, probe(onnx, "long-word-blob"))).isLessThan(0.5);
      assertThat(cosine(onnx, llama, probe(onnx, "script-korean"))).isLessThan(0.9);
      for (var plain :
          List.of(
              "general-code-java",
              "general-code-python",
              "general-code-typescript",
              "near-a",
              "near-b")) {
        assertThat(cosine(onnx, llama, probe(onnx, plain))).as(plain).isGreaterThan(0.9999);
      }
    }
  }

  @Test
  @DisplayName("A3: with equal token ids the two agree on every probe")
  void equalTokensAgree() throws IOException {
    try (var onnx = onnx();
        var llama = LlamaServer.embeddings()) {
      var tokens = new Tokens(onnx);
      for (var probe : probes(onnx)) {
        assertThat(
                Vectors.cosine(
                    embedded(onnx, probe.text()),
                    embedded(llama, JSON.valueToTree(List.of(tokens.of(probe.text()))))))
            .as(probe.id())
            .isGreaterThan(0.9999);
      }
    }
  }

  private EmbeddedEncoder onnx() {
    NativeCode.load();
    return EmbeddedEncoder.open(folder.resolve("unpacked"), FullMiniLmEngine.MODEL);
  }

  private static List<Probe> probes(EmbeddedEncoder onnx) {
    return Probes.forLimit(MAX_TOKENS, onnx.counter()).probes();
  }

  private static String probe(EmbeddedEncoder onnx, String id) {
    return probes(onnx).stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow().text();
  }

  private static double cosine(EmbeddedEncoder onnx, LlamaServer llama, String text) {
    return Vectors.cosine(embedded(onnx, text), embedded(llama, JSON.valueToTree(List.of(text))));
  }

  private static float[] embedded(EmbeddedEncoder onnx, String text) {
    var request = new EmbedRequest(List.of(text), Urgency.BULK, OptionalInt.empty());
    return switch (onnx.embed(request)) {
      case EmbedOutcome.Answered answered -> answered.vectors().getFirst();
      case EmbedOutcome.Failed failed -> throw new AssertionError(failed.message());
    };
  }

  private static float[] embedded(LlamaServer llama, JsonNode input) {
    var body = JSON.writeValueAsString(Map.of("model", LlamaServer.ENCODER, "input", input));
    var vector = llama.post("/v1/embeddings", body).json().path("data").path(0).path("embedding");
    var floats = new float[vector.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = vector.path(i).floatValue();
    }
    return floats;
  }

  private static String both(FullMiniLmEngine builder, LlamaServer llama) {
    return """
    hosts:
      one: {url: "%s"}
      two: {url: "%s"}
    routes:
      onnx: {host: one, model: all-minilm-l6-v2}
      llama: {host: two, model: all-minilm-l6-v2, maxBatch: 8}
    roles:
      code-embedding: {routes: [onnx, llama]}
      text-embedding: {routes: [onnx, llama]}
    """
        .formatted(builder.url(), llama.url());
  }

  /// The ids that ONNX's side gives a text, framed, from the library itself.
  private static final class Tokens {
    private final long handle;

    /// Needs the encoder's native libraries, which its first text loads.
    Tokens(EmbeddedEncoder loaded) throws IOException {
      var _ = embedded(loaded, "a");
      try (InputStream file =
          EmbeddedEncoder.class.getResourceAsStream("/all-minilm-l6-v2-tokenizer.json")) {
        var uncut =
            (tools.jackson.databind.node.ObjectNode)
                JSON.readTree(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        uncut.putNull("truncation").putNull("padding");
        this.handle = TokenizersLibrary.LIB.createTokenizerFromString(uncut.toString());
      }
    }

    long[] of(String text) {
      long encoding = TokenizersLibrary.LIB.encode(handle, text, true);
      try {
        return TokenizersLibrary.LIB.getTokenIds(encoding);
      } finally {
        TokenizersLibrary.LIB.deleteEncoding(encoding);
      }
    }
  }
}
