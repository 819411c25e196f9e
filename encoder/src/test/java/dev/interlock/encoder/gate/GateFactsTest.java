package dev.interlock.encoder.gate;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.interlock.core.embed.EmbedOutcome;
import dev.interlock.core.embed.EmbedRequest;
import dev.interlock.core.embed.Urgency;
import dev.interlock.core.gate.Anchors;
import dev.interlock.core.gate.Form;
import dev.interlock.core.gate.Gate;
import dev.interlock.core.gate.Grade;
import dev.interlock.core.gate.Judgement;
import dev.interlock.core.gate.Judgement.Agrees;
import dev.interlock.core.gate.Judgement.Disagrees;
import dev.interlock.core.gate.Measured;
import dev.interlock.core.gate.Mode;
import dev.interlock.core.gate.Probe;
import dev.interlock.core.gate.ProbeKind;
import dev.interlock.core.gate.ProbeSet;
import dev.interlock.core.gate.Probes;
import dev.interlock.core.gate.Rule;
import dev.interlock.core.gate.Scores;
import dev.interlock.core.space.Vectors;
import dev.interlock.encoder.EmbeddedEncoder;
import dev.interlock.encoder.gate.BatchingMiniLm.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What was measured of real encoders, fact by fact: cosines and verdicts.
@DisplayName("A3: the gate and all-MiniLM-L6-v2, full and quantised")
final class GateFactsTest {
  private static final String FULL = "all-minilm-l6-v2";

  /// Follows `lowercase` unless it is set.
  private static final String STRIPPING = "\"strip_accents\": null";

  private static EmbeddedEncoder embedded;
  private static BatchingMiniLm full;
  private static BatchingMiniLm quantised;

  /// The embedded encoder's own limit, and one for which batches are cheap.
  private static ProbeSet longSet;

  private static ProbeSet shortSet;
  private static Anchors fullLong;
  private static Anchors fullShort;
  private static Anchors quantisedLong;
  private static Anchors quantisedShort;

  @BeforeAll
  static void open() {
    embedded = EmbeddedEncoder.open(Path.of("target", "unpacked"));
    longSet = Probes.forLimit(510, embedded.counter());
    shortSet = Probes.forLimit(128, embedded.counter());
    full = BatchingMiniLm.open(FULL);
    quantised = BatchingMiniLm.open(EmbeddedEncoder.MODEL);
    fullLong = anchors(right(full, longSet));
    fullShort = anchors(right(full, shortSet));
    quantisedLong = anchors(right(quantised, longSet));
    quantisedShort = anchors(right(quantised, shortSet));
  }

  @AfterAll
  static void close() {
    full.close();
    quantised.close();
    embedded.close();
  }

  // Facts 5 and 6

  @Test
  @DisplayName("fact 5: the full and the quantised build refuse each other")
  void theBuildsRefuseEachOther() {
    for (var pair : List.of(List.of(fullLong, quantisedLong), List.of(quantisedLong, fullLong))) {
      var result = refused(pair.getFirst(), Asked.singly(longSet, pair.getLast().vectors()));
      assertThat(result.refusal().rule()).isEqualTo(Rule.MINIMUM);
      assertThat(result.refusal().probe().map(Probe::kind)).contains(ProbeKind.SCRIPT);
      var scores = result.scores().orElseThrow();
      assertThat(scores.minCosine()).isBetween(0.94, 0.985);
      assertThat(scores.meanCosine()).isBetween(0.98, 0.995);
      assertThat(scores.relativeMin()).isBetween(0.95, 0.985);
      assertThat(scores.displacement()).isBetween(0.06, 0.10);
      assertThat(scores.tailRatio()).isBetween(0.7, 1.4);
    }
  }

  @Test
  @DisplayName("A4: each build may build a table, and is the same as its own anchors")
  void eachBuildIsAFitBuilderAndTheSame() {
    for (var anchors : List.of(fullLong, quantisedLong)) {
      var own = Asked.singly(longSet, anchors.vectors());
      assertThat(built(own).grade()).isEqualTo(Grade.SAME);
      assertThat(admitted(anchors, own).grade()).isEqualTo(Grade.SAME);
    }
  }

  @Test
  @DisplayName("A4: the embedded encoder builds a table and is admitted to it")
  void theEmbeddedEncoderIsAdmittedToItsOwnTable() {
    var measured = new Asked(longSet, GateFactsTest::embed).singly();
    var builder = built(measured);
    assertThat(builder.own().singles().getFirst()).hasSize(384);
    var anchors = new Anchors(longSet, builder.own().singles());
    var again = admitted(anchors, new Asked(longSet, GateFactsTest::embed).singly());
    assertThat(again.grade()).isEqualTo(Grade.SAME);
    assertThat(again.scores().minCosine()).isGreaterThan(0.9999999);
    // Another engine with the same weights and tokenizer is the same space.
    assertThat(admitted(anchors, Asked.singly(longSet, quantisedLong.vectors())).grade())
        .isEqualTo(Grade.SAME);
  }

  @Test
  @DisplayName(
      "fact 6: batched, a quantised build disagrees with itself and serves one text a call")
  void aQuantisedBuildServesOneTextACall() {
    var asked = right(quantised, shortSet);
    var measured =
        Asked.everyWay(shortSet, quantisedShort.vectors(), asked.batched(), asked.reversed());
    var builder = built(measured);
    assertThat(builder.mode()).isEqualTo(Mode.SINGLE);
    assertThat(builder.scores().selfAgreement()).isBetween(0.94, 0.995);
    var member = admitted(quantisedShort, measured);
    assertThat(member.mode()).isEqualTo(Mode.SINGLE);
    assertThat(member.grade()).isEqualTo(Grade.SAME);
  }

  @Test
  @DisplayName("fact 6: batched, the full build agrees with itself")
  void theFullBuildServesBatches() {
    var asked = right(full, shortSet);
    var measured = Asked.everyWay(shortSet, fullShort.vectors(), asked.batched(), asked.reversed());
    assertThat(built(measured).mode()).isEqualTo(Asked.BATCHES);
    var member = admitted(fullShort, measured);
    assertThat(member.mode()).isEqualTo(Asked.BATCHES);
    assertThat(member.grade()).isEqualTo(Grade.SAME);
    assertThat(member.scores().selfAgreement()).isGreaterThanOrEqualTo(0.99999);
  }

  // Fact 8

  @Test
  @DisplayName("fact 8: ten short probes see none of the faults that forty refuse")
  void tenShortProbesSeeNothing() {
    var ten = TenSentences.SET;
    var reference = anchors(right(full, ten));
    var accents = full.with(GateFactsTest::keptAccents);
    for (var faulty :
        List.of(
            new Asked(ten, texts -> full.embed(Engine.cutAt(256), texts)).singly(),
            new Asked(ten, texts -> full.embed(Engine.cutAt(128), texts)).singly(),
            right(accents, ten).singly(),
            Asked.everyWay(
                ten,
                reference.vectors(),
                repeatedPast16(reference.vectors()),
                repeatedPast16(reference.vectors())))) {
      var agrees = admitted(reference, faulty);
      assertThat(agrees.grade()).isEqualTo(Grade.SAME);
      assertThat(agrees.scores().minCosine()).isGreaterThan(0.999999);
    }
  }

  @Test
  @DisplayName("fact 8: forty see a batch that repeats its items past the 16th")
  void repeatsPastThe16thTakeTheBatchesAway() {
    var right = fullShort.vectors();
    var repeated = repeatedPast16(right);
    var agrees = admitted(fullShort, Asked.everyWay(shortSet, right, repeated, repeated));
    assertThat(agrees.mode()).isEqualTo(Mode.SINGLE);
    assertThat(agrees.scores().selfAgreement()).isLessThan(0.5);
    // An engine that can't be asked otherwise is refused.
    assertThat(refused(fullShort, Asked.singly(shortSet, repeated)).refusal().rule())
        .isEqualTo(Rule.NEAREST);
  }

  // Facts 9 and 10

  @Test
  @DisplayName("fact 9: accents not stripped")
  void accentsNotStripped() {
    var asked = right(full.with(GateFactsTest::keptAccents), shortSet);
    var result = refused(fullShort, asked.singly());
    assertThat(result.refusal().rule()).isEqualTo(Rule.NEAREST);
    assertThat(result.refusal().probe().map(Probe::id)).contains("script-korean");
    var cosines = new Cosines(fullShort, asked.alone());
    assertThat(cosines.of("script-korean")).isBetween(0.2, 0.35);
    for (var id :
        List.of(
            "accent-german",
            "accent-french",
            "accent-polish",
            "accent-decomposed",
            "accent-code")) {
      assertThat(cosines.of(id)).as(id).isBetween(0.4, 0.75);
    }
    for (var id : List.of("short-word", "general-code-java", "near-a", "query-question")) {
      assertThat(cosines.of(id)).as(id).isGreaterThan(0.999999);
    }
  }

  @Test
  @DisplayName("fact 10: lower-casing off")
  void lowerCasingOff() {
    var asked = right(full.with(GateFactsTest::keptCase), shortSet);
    var result = refused(fullShort, asked.singly());
    assertThat(result.refusal().probe().map(Probe::kind)).contains(ProbeKind.CASE);
    var cosines = new Cosines(fullShort, asked.alone());
    assertThat(cosines.of("case-camel")).isLessThan(0.1);
    assertThat(cosines.of("case-capital-prose")).isBetween(0.05, 0.2);
    for (var id : List.of("short-word", "short-whitespace", "query-words", "script-korean")) {
      assertThat(cosines.of(id)).as(id).isGreaterThan(0.999999);
    }
  }

  // Fact 11

  @Test
  @DisplayName("fact 11: padding counted in the mean of a batch takes the batches away")
  void paddingCountedInBatchesTakesThemAway() {
    var counting = new Asked(shortSet, texts -> full.embed(new Engine(512, 0, true), texts));
    var batched = counting.batched();
    var cosines = new Cosines(fullShort, batched);
    assertThat(cosines.of("short-symbol")).isBetween(0.3, 0.65);
    assertThat(cosines.of("short-word")).isBetween(0.3, 0.65);
    assertThat(cosines.of("longest-prose")).isGreaterThan(0.99999);
    var measured = Asked.everyWay(shortSet, fullShort.vectors(), batched, counting.reversed());
    assertThat(admitted(fullShort, measured).mode()).isEqualTo(Mode.SINGLE);
  }

  @Test
  @DisplayName("fact 11: an engine that always pads to a fixed length is refused")
  void paddingCountedAlwaysIsRefused() {
    var padded = new Asked(shortSet, texts -> full.embed(new Engine(512, 128, true), texts));
    var result = refused(fullShort, padded.singly());
    assertThat(result.scores().map(Scores::minCosine).orElseThrow()).isLessThan(0.4);
  }

  // Fact 12

  @ParameterizedTest
  @ValueSource(ints = {128, 256})
  @DisplayName("fact 12, C20: a cut is refused, and the reason tells the limit")
  void aCutIsRefused(int ids) {
    var cut = new Asked(longSet, texts -> full.embed(Engine.cutAt(ids), texts));
    var result = refused(fullLong, cut.singly());
    assertThat(result.refusal().reason()).endsWith("effective limit below 510");
    var scores = result.scores().orElseThrow();
    assertThat(scores.minCosine()).isLessThan(0.8);
    assertThat(scores.tailRatio()).isLessThan(0.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 256, 480})
  @DisplayName("fact 12, C20: a builder that cuts is refused without a reference")
  void aBuilderThatCutsIsRefused(int ids) {
    for (var model : List.of(full, quantised)) {
      var cut = new Asked(longSet, texts -> model.embed(Engine.cutAt(ids), texts));
      var judgement = Gate.judgeBuilder(OptionalInt.of(BatchingMiniLm.WIDTH), cut.singly());
      assertThat(judgement).isInstanceOf(Disagrees.class);
      var refusal = ((Disagrees) judgement).refusal();
      assertThat(refusal.rule()).isEqualTo(Rule.TAIL_PAIR);
      assertThat(refusal.reason()).endsWith("effective limit below 510");
    }
  }

  // Facts 14, 16 and 17

  @Test
  @DisplayName("fact 14, C04: not normalised")
  void notNormalisedIsTheSame() {
    var raw = right(full, shortSet).alone();
    assertThat(Vectors.length(raw.getFirst())).isGreaterThan(1.5);
    var agrees = admitted(fullShort, Asked.singly(shortSet, raw));
    assertThat(agrees.grade()).isEqualTo(Grade.SAME);
    assertThat(agrees.scores().minCosine()).isGreaterThan(0.999999);
  }

  @Test
  @DisplayName("fact 16: the first two of each batch swapped")
  void swappedFirstTwoTakeTheBatchesAway() {
    var right = fullLong.vectors();
    var swapped = firstTwoSwapped(right);
    assertThat(new Cosines(fullLong, swapped).below(0.99)).isEqualTo(4);
    var measured =
        Asked.everyWay(longSet, right, swapped, firstTwoSwapped(right.reversed()).reversed());
    var agrees = admitted(fullLong, measured);
    assertThat(agrees.mode()).isEqualTo(Mode.SINGLE);
    assertThat(agrees.scores().selfAgreement()).isLessThan(0.9);
    assertThat(refused(fullLong, Asked.singly(longSet, swapped)).refusal().rule())
        .isEqualTo(Rule.NEAREST);
  }

  @Test
  @DisplayName(
      "fact 17: trailing blanks, threads, graph optimisation and right padding change nothing")
  void harmlessDifferencesAreTheSame() {
    var trailing =
        new Asked(
            shortSet,
            texts -> full.embed(Engine.RIGHT, texts.stream().map(t -> t + " \n").toList()));
    var padded = new Asked(shortSet, texts -> full.embed(new Engine(512, 128, false), texts));
    try (var plain = BatchingMiniLm.open(FULL, 1, OptLevel.NO_OPT)) {
      for (var asked : List.of(trailing, padded, right(plain, shortSet))) {
        var agrees = admitted(fullShort, asked.singly());
        assertThat(agrees.grade()).isEqualTo(Grade.SAME);
        assertThat(agrees.scores().minCosine()).isGreaterThan(0.99999);
      }
    }
  }

  private static Asked right(BatchingMiniLm model, ProbeSet set) {
    return new Asked(set, texts -> model.embed(Engine.RIGHT, texts));
  }

  private static Anchors anchors(Asked asked) {
    return new Anchors(asked.set(), asked.alone().stream().map(Vectors::unit).toList());
  }

  private static String keptAccents(String file) {
    return file.replace(STRIPPING, "\"strip_accents\": false");
  }

  private static String keptCase(String file) {
    return file.replace(STRIPPING, "\"strip_accents\": true")
        .replace("\"lowercase\": true", "\"lowercase\": false");
  }

  private static List<float[]> embed(List<String> texts) {
    return switch (embedded.embed(new EmbedRequest(texts, Urgency.BULK, OptionalInt.empty()))) {
      case EmbedOutcome.Answered answered -> answered.vectors();
      case EmbedOutcome.Failed failed -> throw new AssertionError(failed.message());
    };
  }

  private static List<float[]> repeatedPast16(List<float[]> vectors) {
    return IntStream.range(0, vectors.size())
        .mapToObj(i -> vectors.get(i % Asked.BATCHES.batch() < 16 ? i : i - 16))
        .toList();
  }

  private static List<float[]> firstTwoSwapped(List<float[]> vectors) {
    var swapped = new ArrayList<>(vectors);
    for (int i = 0; i + 1 < vectors.size(); i += Asked.BATCHES.batch()) {
      swapped.set(i, vectors.get(i + 1));
      swapped.set(i + 1, vectors.get(i));
    }
    return swapped;
  }

  private static Agrees built(Measured measured) {
    return agrees(Gate.judgeBuilder(OptionalInt.of(BatchingMiniLm.WIDTH), measured));
  }

  private static Agrees admitted(Anchors anchors, Measured measured) {
    return agrees(Gate.judge(anchors, measured));
  }

  private static Agrees agrees(Judgement judgement) {
    assertThat(judgement).as("%s", judgement).isInstanceOf(Agrees.class);
    return (Agrees) judgement;
  }

  private static Disagrees refused(Anchors anchors, Measured measured) {
    var judgement = Gate.judge(anchors, measured);
    assertThat(judgement).isInstanceOf(Disagrees.class);
    return (Disagrees) judgement;
  }

  /// Each probe's cosine to its anchor.
  private record Cosines(Anchors anchors, List<float[]> vectors) {
    double of(String id) {
      return of(anchors.set().position(id));
    }

    long below(double line) {
      return IntStream.range(0, vectors.size()).filter(i -> of(i) < line).count();
    }

    private double of(int i) {
      return Vectors.cosine(anchors.vectors().get(i), vectors.get(i));
    }
  }

  /// What a gate of ten short sentences would send.
  private static final class TenSentences {
    static final ProbeSet SET =
        new ProbeSet(
            "ten",
            510,
            IntStream.range(0, 10)
                .mapToObj(
                    i ->
                        new Probe(
                            "sentence-" + i,
                            ProbeKind.GENERAL,
                            Form.DOCUMENT,
                            sentences().get(i),
                            Optional.empty()))
                .toList());

    private static List<String> sentences() {
      return List.of(
          "The quick brown fox jumps over the lazy dog.",
          "Reset the password of a user who has lost it.",
          "int add(int a, int b) { return a + b; }",
          "The meeting was moved to Friday afternoon.",
          "How large may an upload be?",
          "SELECT name FROM customers WHERE city = 'Oslo'",
          "Water boils at a lower temperature on a mountain.",
          "The cache is emptied when the settings change.",
          "A violin has four strings.",
          "for line in file: print(line.strip())");
    }
  }
}
