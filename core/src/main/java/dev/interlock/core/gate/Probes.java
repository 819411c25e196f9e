package dev.interlock.core.gate;

import static dev.interlock.core.gate.ProbeKind.ACCENT;
import static dev.interlock.core.gate.ProbeKind.CASE;
import static dev.interlock.core.gate.ProbeKind.GENERAL;
import static dev.interlock.core.gate.ProbeKind.LENGTH;
import static dev.interlock.core.gate.ProbeKind.LONGEST;
import static dev.interlock.core.gate.ProbeKind.LONG_WORD;
import static dev.interlock.core.gate.ProbeKind.NEAR_DUPLICATE;
import static dev.interlock.core.gate.ProbeKind.QUERY_FORM;
import static dev.interlock.core.gate.ProbeKind.SCRIPT;
import static dev.interlock.core.gate.ProbeKind.SHORT;
import static dev.interlock.core.gate.ProbeKind.TAIL_PAIR;

import dev.interlock.core.embed.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// The product's 40 probes in eleven kinds (design §4; which kind finds which fault was measured).
///
/// The kinds matter more than the formula: ten short sentences see nothing of a text cut at 256
/// tokens, of accents that were not stripped, of a batch that repeats its items past the 16th.
///
/// Thread: any, pure.
public final class Probes {
  /// Changes with every change of a text or of the order.
  public static final String VERSION = "40-1";

  /// Below this a table's texts are too short for most of the probes.
  public static final int LIMIT_LEAST = 64;

  /// From here on there is room for a pair that shares its first 250 tokens.
  private static final int EARLY_PAIR_FROM = 300;

  private static final int EARLY_SHARED = 250;

  /// The early pair need not be longer to show a cut at 256.
  private static final int EARLY_LENGTH = 510;

  private static final List<Predicate<Probe>> CANARY_KINDS =
      List.of(
          p -> p.kind() == LONGEST,
          p -> p.id().equals("short-symbol"),
          p -> p.kind() == SCRIPT,
          p -> p.kind() == ACCENT,
          p -> p.id().startsWith("general-code-"),
          p -> p.kind() == QUERY_FORM);

  private Probes() {}

  /// The probes for a table whose longest text has `maxTokens`: 40, or 38 for a limit below 300,
  /// which has no room for the early tail pair. The longest texts end with the last whole word that
  /// fits; no text exceeds the limit.
  ///
  /// @param maxTokens limit of a text without the recipe's prefixes and the encoder's special
  ///   tokens
  /// @param counter counts tokens as the builder does; asked some 200 times
  /// @throws IllegalArgumentException if the limit is below [#LIMIT_LEAST]
  public static ProbeSet forLimit(int maxTokens, TokenCounter counter) {
    if (maxTokens < LIMIT_LEAST) {
      throw new IllegalArgumentException(
          "a table needs a limit of %d tokens or more for its probes, got %d"
              .formatted(LIMIT_LEAST, maxTokens));
    }
    var set = new ArrayList<Probe>();
    var cutter = new Cutter(counter);
    addLong(set, maxTokens, cutter);
    addFixed(set);
    var fitting =
        set.stream()
            .map(
                p ->
                    new Probe(
                        p.id(), p.kind(), p.form(), cutter.fit(p.text(), maxTokens), p.twin()))
            .toList();
    return new ProbeSet(VERSION, maxTokens, fitting);
  }

  /// Six positions to ask again: one each of longest, single symbol, script, accent, code and query
  /// form; the next turn takes the next of each kind.
  public static List<Integer> canaries(ProbeSet set, int turn) {
    return CANARY_KINDS.stream()
        .map(kind -> positions(set, kind))
        .filter(positions -> !positions.isEmpty())
        .map(positions -> positions.get(Math.floorMod(turn, positions.size())))
        .toList();
  }

  /// Which of the kinds in [#canaries] a probe is of, counted from 0; empty if of none.
  static OptionalInt canaryKind(ProbeSet set, int position) {
    var probe = set.probes().get(position);
    var kinds = CANARY_KINDS.stream().filter(kind -> !positions(set, kind).isEmpty()).toList();
    return IntStream.range(0, kinds.size()).filter(i -> kinds.get(i).test(probe)).findFirst();
  }

  private static List<Integer> positions(ProbeSet set, Predicate<Probe> kind) {
    return IntStream.range(0, set.size())
        .filter(i -> kind.test(set.probes().get(i)))
        .boxed()
        .toList();
  }

  private static void addLong(List<Probe> set, int limit, Cutter cutter) {
    set.add(document("longest-prose", LONGEST, cutter.fill(LongTexts.prose(1, limit), limit)));
    set.add(document("longest-code", LONGEST, cutter.fill(LongTexts.code(2, limit), limit)));
    set.add(document("longest-mixed", LONGEST, cutter.fill(LongTexts.mixed(3, limit), limit)));
    if (limit >= EARLY_PAIR_FROM) {
      var head = cutter.fill(LongTexts.prose(4, EARLY_SHARED), EARLY_SHARED);
      addPair(set, "tail-early", head, Math.min(limit, EARLY_LENGTH), cutter);
    }
    // Code before prose: so short an end must tell its texts apart by more than quantisation does.
    // Twentieths of a short limit are a word or two, which some counters can't even fit.
    int shared = limit - Math.max(8, limit / 20);
    addPair(set, "tail-late", cutter.fill(LongTexts.code(7, shared), shared), limit, cutter);
    set.add(length("length-120", 120, limit, LongTexts.prose(10, 120), cutter));
    set.add(length("length-150", 150, limit, LongTexts.code(11, 150), cutter));
    set.add(length("length-250", 250, limit, LongTexts.mixed(12, 250), cutter));
  }

  /// Two texts with one beginning that end with sentences on different subjects.
  private static void addPair(List<Probe> set, String id, String head, int total, Cutter cutter) {
    set.add(
        half(id + "-a", id + "-b", cutter.fillAfter(head + " ", LongTexts.prose(8, total), total)));
    set.add(
        half(id + "-b", id + "-a", cutter.fillAfter(head + " ", LongTexts.prose(9, total), total)));
  }

  private static Probe half(String id, String twin, String text) {
    return new Probe(id, TAIL_PAIR, Form.DOCUMENT, text, Optional.of(twin));
  }

  private static Probe length(String id, int tokens, int limit, List<String> words, Cutter cutter) {
    return document(id, LENGTH, cutter.fill(words, Math.min(tokens, limit)));
  }

  private static void addFixed(List<Probe> set) {
    set.add(document("short-symbol", SHORT, "{"));
    set.add(document("short-word", SHORT, "lighthouse"));
    set.add(document("short-whitespace", SHORT, ProbeTexts.WHITESPACE));
    set.add(document("short-trailing-blank", SHORT, ProbeTexts.TRAILING_BLANK));
    set.add(document("long-word-blob", LONG_WORD, ProbeTexts.BLOB));
    set.add(document("long-word-punctuation", LONG_WORD, ProbeTexts.PUNCTUATION));
    set.add(document("script-chinese", SCRIPT, ProbeTexts.CHINESE));
    set.add(document("script-japanese", SCRIPT, ProbeTexts.JAPANESE));
    set.add(document("script-arabic", SCRIPT, ProbeTexts.ARABIC));
    set.add(document("script-hindi", SCRIPT, ProbeTexts.HINDI));
    set.add(document("script-korean", SCRIPT, ProbeTexts.KOREAN));
    set.add(document("script-russian", SCRIPT, ProbeTexts.RUSSIAN));
    set.add(document("accent-german", ACCENT, ProbeTexts.GERMAN));
    set.add(document("accent-french", ACCENT, ProbeTexts.FRENCH));
    set.add(document("accent-polish", ACCENT, ProbeTexts.POLISH));
    set.add(document("accent-decomposed", ACCENT, ProbeTexts.DECOMPOSED));
    set.add(document("accent-code", ACCENT, ProbeTexts.ACCENTED_CODE));
    set.add(document("case-capital-prose", CASE, ProbeTexts.CAPITAL_PROSE));
    set.add(document("case-capital-code", CASE, ProbeTexts.CAPITAL_CODE));
    set.add(document("case-camel", CASE, ProbeTexts.CAMEL_CASE));
    set.add(document("general-code-java", GENERAL, ProbeTexts.JAVA));
    set.add(document("general-code-python", GENERAL, ProbeTexts.PYTHON));
    set.add(document("general-code-typescript", GENERAL, ProbeTexts.TYPESCRIPT));
    set.add(document("general-json", GENERAL, ProbeTexts.JSON));
    set.add(document("general-emoji", GENERAL, ProbeTexts.EMOJI));
    set.add(near("near-a", ProbeTexts.NEAR_A, "near-b"));
    set.add(near("near-b", ProbeTexts.NEAR_B, "near-a"));
    set.add(query("query-question", ProbeTexts.QUERY_QUESTION));
    set.add(query("query-words", ProbeTexts.QUERY_WORDS));
    set.add(query("query-german", ProbeTexts.QUERY_GERMAN));
  }

  private static Probe document(String id, ProbeKind kind, String text) {
    return new Probe(id, kind, Form.DOCUMENT, text, Optional.empty());
  }

  private static Probe near(String id, String text, String twin) {
    return new Probe(id, NEAR_DUPLICATE, Form.DOCUMENT, text, Optional.of(twin));
  }

  private static Probe query(String id, String text) {
    return new Probe(id, QUERY_FORM, Form.QUERY, text, Optional.empty());
  }
}
