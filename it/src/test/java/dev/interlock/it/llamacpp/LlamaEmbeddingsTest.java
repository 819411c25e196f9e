package dev.interlock.it.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.space.Vectors;
import dev.interlock.core.table.TableName;
import dev.interlock.it.Station;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Embeddings by llama.cpp's own server, through the door: two routes to one engine, which builds
/// both tables.
@Tag("engines")
final class LlamaEmbeddingsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A token for each character: 1,000 of them where the engine takes 512, though it looks short.
  private static final String DENSE = "!?;:".repeat(250);

  /// The engine closes idle connections after five seconds; canaries then precede the next text.
  private static final String IDLE = "unproven";

  @TempDir private static Path home = Path.of("");
  private static Optional<LlamaServer> engine = Optional.empty();
  private static Optional<Station> shared = Optional.empty();

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void open() throws IOException {
    var llama = LlamaServer.embeddings();
    engine = Optional.of(llama);
    shared = Optional.of(Station.start(home, yaml(llama)));
    for (var route : List.of("emb", "twin")) {
      assertThat(measured(route).path("verdict").asString()).isIn("admitted", IDLE);
    }
  }

  @AfterAll
  static void close() {
    shared.ifPresent(Station::close);
    engine.ifPresent(LlamaServer::close);
  }

  private static Station station() {
    return shared.orElseThrow();
  }

  private static JsonNode measured(String route) {
    return station().gate(route, TableName.CODE);
  }

  /// Neither refused nor suspended, whichever of the two was asked.
  private static void assertBothServe() {
    for (var route : List.of("emb", "twin")) {
      assertThat(measured(route).path("verdict").asString()).isIn("admitted", IDLE);
    }
    assertThat(station().embed("short").status()).isEqualTo(200);
  }

  private static String yaml(LlamaServer llama) {
    return """
    hosts:
      box: {url: "%s", dialect: llamacpp}
    routes:
      emb: {host: box, model: %s, maxBatch: 8}
      twin: {host: box, model: another-name, maxBatch: 8}
    roles:
      code-embedding: {routes: [emb, twin]}
      text-embedding: {routes: [emb]}
    """
        .formatted(llama.url(), LlamaServer.ENCODER);
  }

  private static Station.Reply ask(Object input, String field, Object value) {
    var body = Map.of("model", "code-embedding", "input", input, field, value);
    return station().post("/v1/embeddings", JSON.writeValueAsString(body));
  }

  private static List<float[]> vectors(Station.Reply reply) {
    assertThat(reply.status()).as(reply.message()).isEqualTo(200);
    var vectors = new ArrayList<float[]>();
    for (var item : reply.json().path("data")) {
      assertThat(item.path("index").asInt()).isEqualTo(vectors.size());
      vectors.add(floats(item.path("embedding")));
    }
    return vectors;
  }

  private static float[] floats(JsonNode array) {
    var floats = new float[array.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = array.path(i).floatValue();
    }
    return floats;
  }

  /// The routes of a request's attempts.
  private static List<String> routes(Station.Reply reply) {
    var id = reply.header("x-interlock-request-id");
    assertThat(id).isNotEmpty();
    return station()
        .get("/api/v1/ledger/" + id)
        .json()
        .path("attempts")
        .valueStream()
        .map(attempt -> attempt.path("route").asString("-"))
        .toList();
  }

  @Test
  @DisplayName("A3: texts of several batches get the vectors that each gets alone, in their order")
  void batchesKeepTheirOrder() {
    var texts = IntStream.range(0, 70).mapToObj(i -> "harbour ".repeat(1 + i % 9) + i).toList();
    var together = vectors(station().embed(texts.toArray(String[]::new)));

    assertThat(together).hasSize(70);
    for (int i = 0; i < 70; i += 23) {
      var alone = vectors(station().embed(texts.get(i))).getFirst();
      assertThat(Vectors.cosine(alone, together.get(i))).as(texts.get(i)).isGreaterThan(0.9999);
      assertThat(Vectors.cosine(alone, together.get((i + 1) % 70))).isLessThan(0.9999);
    }
  }

  @Test
  @DisplayName("A3: equal texts get equal vectors, and the usage counts every token")
  void sameTextSameVector() {
    var twice = station().embed("the ferry leaves at seven", "the ferry leaves at seven");
    var once = station().embed("the ferry leaves at seven");
    int tokens = once.json().at("/usage/prompt_tokens").asInt();

    assertThat(Vectors.cosine(vectors(twice).getFirst(), vectors(twice).getLast()))
        .isGreaterThan(0.999999);
    assertThat(tokens).isBetween(7, 9);
    assertThat(twice.json().at("/usage/prompt_tokens").asInt()).isEqualTo(2 * tokens);
  }

  @Test
  @DisplayName("A3: a text that its tokenizer finds too long is the caller's 400, with the numbers")
  void overLongIsCounted() {
    var reply = station().embed("short", Chats.words(700));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("context_length_exceeded");
    assertThat(reply.json().at("/error/param").asString()).isEqualTo("input[1]");
    assertThat(reply.message()).contains("510");
    assertBothServe();
  }

  @Test
  @DisplayName("A3: its own 500 for an over-long text is the caller's 400, and no other is asked")
  void overLongByTheEngineItself() {
    var raw =
        engine
            .orElseThrow()
            .post(
                "/v1/embeddings",
                JSON.writeValueAsString(Map.of("model", "m", "input", List.of("short", DENSE))));
    var reply = station().embed("short", DENSE);

    assertThat(raw.status()).isEqualTo(500);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("context_length_exceeded");
    assertThat(reply.json().at("/error/param").asString()).isEqualTo("input[1]");
    assertThat(reply.message()).contains("too large to process");
    assertThat(Set.copyOf(routes(reply))).hasSize(1);
    assertBothServe();
  }

  @Test
  @DisplayName("B1: base64 holds the same numbers as the list")
  void base64() {
    var packed = ask("hello", "encoding_format", "base64").json().at("/data/0/embedding");
    var plain = vectors(station().embed("hello")).getFirst();
    var bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(packed.asString()))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asFloatBuffer();
    var unpacked = new float[bytes.remaining()];
    bytes.get(unpacked);

    assertThat(unpacked).hasSize(384);
    assertThat(Vectors.cosine(unpacked, plain)).isGreaterThan(0.999999);
  }

  @Test
  @DisplayName("A3: an empty text, which it would embed, and an empty list are the caller's 400")
  void emptyInputs() {
    for (var input : List.<Object>of("", List.of("a", ""), List.of())) {
      var reply = ask(input, "user", "u");
      assertThat(reply.status()).as(reply.message()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("empty_input");
    }
  }

  @Test
  @DisplayName("A3: a width that it would ignore is refused; its own is taken")
  void dimensions() {
    var narrow = ask("hello", "dimensions", 64);

    assertThat(narrow.status()).isEqualTo(400);
    assertThat(narrow.code()).isEqualTo("dimension_mismatch");
    assertThat(vectors(ask("hello", "dimensions", 384)).getFirst()).hasSize(384);
  }

  @Test
  @DisplayName("A3: it builds a table alone, finds by meaning in it, and its file is what is known")
  void buildsAndSearches() throws IOException {
    var root = Files.createDirectories(folder.resolve("root"));
    Files.writeString(root.resolve("ferry.md"), "# Ferry\n\nThe ferry leaves at seven.\n");
    Files.writeString(root.resolve("bread.md"), "# Bread\n\nKnead the dough for ten minutes.\n");
    Files.writeString(root.resolve("Add.java"), "class Add { int of(int a) { return a + 1; } }\n");
    Files.writeString(root.resolve("dense.md"), DENSE + "\n");
    var job = station().indexed(root);
    var hit = station().search("when does the boat depart", "vector").json().path("hits").path(0);
    var row = station().gate("emb", TableName.DOCS);

    assertThat(job.path("state").asString()).isEqualTo("completed_with_failures");
    assertThat(job.path("failed").asInt()).isEqualTo(1);
    assertThat(job.path("stored").asInt()).isEqualTo(3);
    assertThat(hit.path("path").asString()).isEqualTo("ferry.md");
    assertThat(row.path("identity").asString()).isEqualTo("path:all-MiniLM-L6-v2-f16.gguf");
    assertThat(row.path("engineVersion").asString()).isNotEmpty();
    assertThat(row.path("grade").asString()).isIn("builder", "same");
  }
}
