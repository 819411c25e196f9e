package dev.interlock.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Fault;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.route.Placement;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// The encoder with its real model.
class EmbeddedEncoderTest {
  private static EmbeddedEncoder encoder;

  @BeforeAll
  static void open() {
    encoder = EmbeddedEncoder.open(Unpacked.FOLDER);
  }

  @AfterAll
  static void close() {
    encoder.close();
  }

  @Test
  void answerHasUnitVectorsTheModelsNameAndItsTokens() {
    EmbedOutcome.Answered answered = answer("a query about nothing", "x");

    assertThat(answered.vectors()).hasSize(2).allSatisfy(EmbeddedEncoderTest::isUnitVector);
    assertThat(answered.model()).contains("all-minilm-l6-v2-q");
    assertThat(answered.promptTokens()).isEqualTo(OptionalLong.of(4 + 1));
  }

  @Test
  void likeTextsAreNearAndUnlikeOnesFar() {
    List<float[]> vectors =
        answer(
                "How do I open a bank account?",
                "What is needed to get an account at a bank?",
                "The compiler inlines small methods.")
            .vectors();

    assertThat(cosine(vectors.get(0), vectors.get(1))).isGreaterThan(0.7);
    assertThat(cosine(vectors.get(0), vectors.get(2))).isLessThan(0.2);
  }

  @Test
  @DisplayName("a vector is the same to the bit whoever else is served")
  void twoCallersGetTheBitsOfOne() throws ExecutionException, InterruptedException {
    List<String> texts = IntStream.range(0, 40).mapToObj(EmbeddedEncoderTest::words).toList();
    List<float[]> alone = texts.stream().map(text -> answer(text).vectors().getFirst()).toList();

    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<float[]>>> both =
          Stream.of(texts, texts.reversed())
              .map(part -> callers.submit(() -> answer(part.toArray(String[]::new)).vectors()))
              .toList();
      assertThat(both.getFirst().get()).usingRecursiveComparison().isEqualTo(alone);
      assertThat(both.getLast().get()).usingRecursiveComparison().isEqualTo(alone.reversed());
    }
  }

  @Test
  void longestTextIsTakenAndOneTokenMoreRefused() {
    assertThat(encoder.counter().count(words(510))).isEqualTo(510);

    assertThat(answer(words(510)).promptTokens()).hasValue(510);
    assertThat(encoder.embed(request("x", words(511))))
        .isEqualTo(
            new EmbedOutcome.Failed(
                Fault.TOO_LONG,
                OptionalInt.empty(),
                "text 2 of 2 has 511 tokens, the embedded encoder takes at most 510"));
  }

  @Test
  @DisplayName("the last token of the longest text is read (the file's own cut at 128 is off)")
  void nothingIsCut() {
    List<float[]> vectors = answer(words(509) + " cat", words(509) + " war").vectors();

    assertThat(cosine(vectors.get(0), vectors.get(1))).isLessThan(0.99999);
  }

  @Test
  void specialSpellingsAreReadAsCharacters() {
    List<float[]> vectors = answer("a [SEP] b", "a b", "a [ sep ] b").vectors();

    assertThat(cosine(vectors.get(0), vectors.get(1))).isLessThan(0.99);
    assertThat(vectors.get(0)).isEqualTo(vectors.get(2));
  }

  @Test
  void emptyTextHasAVectorToo() {
    assertThat(answer("").vectors()).allSatisfy(EmbeddedEncoderTest::isUnitVector);
  }

  @Test
  void widthThatIsAskedForIsLeftToTheGate() {
    var request = new EmbedRequest(List.of("x"), Urgency.BULK, OptionalInt.of(2560));

    var answered = (EmbedOutcome.Answered) encoder.embed(request);

    assertThat(answered.vectors().getFirst()).hasSize(encoder.dimension());
  }

  @Test
  @DisplayName("the full build of the same model is told from the quantised (A3)")
  void fullModelDisagrees() {
    try (var full = EmbeddedEncoder.open(Unpacked.FOLDER, "all-minilm-l6-v2")) {
      var theirs = (EmbedOutcome.Answered) full.embed(request("x"));

      double cosine = cosine(theirs.vectors().getFirst(), answer("x").vectors().getFirst());

      assertThat(theirs.model()).contains("all-minilm-l6-v2");
      assertThat(cosine).isCloseTo(0.9827, within(0.001));
    }
  }

  @Test
  void modelThatIsNotThereIsToldAndNotThrown() {
    try (var none = EmbeddedEncoder.open(Unpacked.FOLDER, "no-such-model")) {
      var failed = (EmbedOutcome.Failed) none.embed(request("x"));

      assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
      assertThat(failed.message()).contains("no-such-model");
    }
  }

  @Test
  void closedEncoderRefusesAndStillCounts() {
    var closed = EmbeddedEncoder.open(Unpacked.FOLDER);
    closed.embed(request("x"));
    closed.close();
    closed.close();

    var failed = (EmbedOutcome.Failed) closed.embed(request("x"));

    assertThat(failed.fault()).isEqualTo(Fault.UNREACHABLE);
    assertThat(failed.message()).isEqualTo("the embedded encoder is closed");
    assertThat(closed.counter().count("still counted")).isEqualTo(2);
  }

  @Test
  void routeTellsWhatItTakes() {
    var route = EmbeddedEncoder.route();

    assertThat(route.name()).isEqualTo("embedded");
    assertThat(route.placement()).isEqualTo(Placement.LOCAL);
    assertThat(route.maxTokens()).isEqualTo(510);
    assertThat(route.singleOnly()).isTrue();
    assertThat(route.concurrency()).isEqualTo(3);
    assertThat(route.pin()).isEmpty();
  }

  private static EmbedOutcome.Answered answer(String... texts) {
    return (EmbedOutcome.Answered) encoder.embed(request(texts));
  }

  private static EmbedRequest request(String... texts) {
    return new EmbedRequest(List.of(texts), Urgency.BULK, OptionalInt.empty());
  }

  /// A text of so many tokens, each a word of its own.
  private static String words(int tokens) {
    return String.join(
        " ", IntStream.range(0, tokens).mapToObj(i -> i % 3 == 0 ? "dog" : "tree").toList());
  }

  private static void isUnitVector(float[] vector) {
    assertThat(vector).hasSize(384);
    assertThat(cosine(vector, vector)).isCloseTo(1, within(1e-6));
  }

  private static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }
}
